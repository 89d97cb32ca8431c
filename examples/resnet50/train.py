"""Trains the network on a folder of images, on one device or several."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn, optim
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

from data import ImageFolder
from model import resnet50


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("--epochs", type=int, default=90)
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--learning-rate", type=float, default=0.1)
    parser.add_argument("--checkpoint", default="resnet50.pth")
    parser.add_argument("--distributed", action="store_true")
    return parser.parse_args()


def train_epoch(model, loader, loss_function, optimizer, device):
    model.train()
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        loss = loss_function(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=5.0)
        optimizer.step()


@torch.no_grad()
def accuracy(model, loader, device):
    model.eval()
    correct = total = 0
    for images, labels in loader:
        probabilities = F.softmax(model(images.to(device)), dim=1)
        correct += (probabilities.argmax(dim=1).cpu() == labels).sum().item()
        total += labels.size(0)
    return correct / total


def main():
    arguments = parse_arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    dataset = ImageFolder(arguments.data)
    sampler = None
    model = resnet50().to(device)
    if arguments.distributed:
        dist.init_process_group(backend="nccl")
        sampler = DistributedSampler(dataset)
        model = DistributedDataParallel(model)
    loader = DataLoader(dataset, arguments.batch_size, shuffle=sampler is None, sampler=sampler, num_workers=4, drop_last=True)
    loss_function = nn.CrossEntropyLoss(label_smoothing=0.1)
    optimizer = optim.SGD(model.parameters(), lr=arguments.learning_rate, momentum=0.9, weight_decay=1e-4)
    scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=30, gamma=0.1)

    first_epoch = 0
    if os.path.exists(arguments.checkpoint):
        state = torch.load(arguments.checkpoint, map_location="cpu")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        first_epoch = state["epoch"] + 1

    for epoch in range(first_epoch, arguments.epochs):
        train_epoch(model, loader, loss_function, optimizer, device)
        scheduler.step()
        print(f"epoch {epoch}: accuracy {accuracy(model, loader, device):.3f}")
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, arguments.checkpoint)


if __name__ == "__main__":
    main()
