import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class CharCNN(nn.Module):
    """Words from their characters."""

    def __init__(self, num_chars, char_dim, out_channels, kernel_size=3):
        super(CharCNN, self).__init__()
        self.char_embed = nn.Embedding(num_chars, char_dim, padding_idx=0)
        self.conv = nn.Conv1d(char_dim, out_channels, kernel_size, padding=kernel_size // 2)

    def forward(self, chars):
        # chars: (batch, length, word length)
        batch_size, seq_len, word_len = chars.size()
        embeds = self.char_embed(chars.view(-1, word_len))
        features = F.relu(self.conv(embeds.transpose(1, 2)))
        return features.max(dim=2)[0].view(batch_size, seq_len, -1)


class LSTMTagger(nn.Module):

    def __init__(self, vocab_size, num_chars, tagset_size, embedding_dim=32, char_dim=8, hidden_dim=48, num_layers=2, dropout=0.5):
        super(LSTMTagger, self).__init__()
        self.hidden_dim = hidden_dim
        self.num_layers = num_layers
        self.word_embeddings = nn.Embedding(vocab_size, embedding_dim, padding_idx=0)
        self.char_cnn = CharCNN(num_chars, char_dim, 16)
        self.dropout = nn.Dropout(dropout)

        # The LSTM takes word embeddings as inputs, and outputs hidden states of both directions.
        self.lstm = nn.LSTM(embedding_dim + 16, hidden_dim // 2, num_layers=num_layers,
                            bidirectional=True, batch_first=True, dropout=dropout if num_layers > 1 else 0)

        # The linear layer that maps from hidden state space to tag space
        self.hidden2tag = nn.Linear(hidden_dim, tagset_size)
        self.init_weights()

    def init_weights(self):
        nn.init.uniform_(self.word_embeddings.weight, -0.1, 0.1)
        for name, param in self.lstm.named_parameters():
            if "bias" in name:
                nn.init.zeros_(param)
            elif "weight_hh" in name:
                nn.init.orthogonal_(param)
            else:
                nn.init.xavier_uniform_(param)

    def init_hidden(self, batch_size, device):
        h0 = torch.zeros(self.num_layers * 2, batch_size, self.hidden_dim // 2).to(device)
        c0 = torch.zeros(self.num_layers * 2, batch_size, self.hidden_dim // 2).to(device)
        return h0, c0

    def forward(self, sentence, chars, lengths):
        embeds = torch.cat([self.word_embeddings(sentence), self.char_cnn(chars)], dim=-1)
        embeds = self.dropout(embeds)
        hidden = self.init_hidden(sentence.size(0), sentence.device)
        packed = pack_padded_sequence(embeds, lengths, batch_first=True, enforce_sorted=False)
        packed_out, hidden = self.lstm(packed, hidden)
        lstm_out, _ = pad_packed_sequence(packed_out, batch_first=True, total_length=sentence.size(1))
        tag_space = self.hidden2tag(self.dropout(lstm_out))
        tag_scores = F.log_softmax(tag_space, dim=2)
        return tag_scores

    def predict(self, sentence, chars, lengths):
        self.eval()
        with torch.no_grad():
            scores = self.forward(sentence, chars, lengths)
            _, tags = torch.max(scores, dim=-1)
            mask = sentence.ne(0)
            tags = tags.masked_fill(~mask, -1)
        return tags


def sequence_loss(tag_scores, tags):
    return F.nll_loss(tag_scores.view(-1, tag_scores.shape[-1]), tags.view(-1), ignore_index=-100)
