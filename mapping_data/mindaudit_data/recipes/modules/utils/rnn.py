"""`torch.nn.utils.rnn`: sequences of different lengths."""

from __future__ import annotations

from ..modules._packing import PackedSequence as PackedSequence
from ..modules._packing import pack_padded_sequence as pack_padded_sequence
from ..modules._packing import pack_sequence as pack_sequence
from ..modules._packing import pad_packed_sequence as pad_packed_sequence
from ..modules._packing import pad_sequence as pad_sequence
from ..modules._packing import unpack_sequence as unpack_sequence
from ..modules._packing import unpad_sequence as unpad_sequence
