"""Reads the tables that reports are made of, and writes theirs."""
import argparse
import csv
import pathlib


def results_folder(doc):
    """The folder of results that a script is called with; `doc` says what the script does."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="folder of the results")
    return parser.parse_args().folder


def read_rows(path):
    """The rows of a CSV file, each a dict of texts."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)
