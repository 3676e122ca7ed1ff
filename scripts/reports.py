"""Reads the tables that reports are made of, and writes theirs."""
import csv


def read_rows(path):
    """The rows of a CSV file, each a dict of texts."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)
