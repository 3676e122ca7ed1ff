"""Writes the pictures of the plot scripts."""
import os

from tables import InputError


def save(fig, path, **options):
    """Writes `fig` without a date, so that the same data gives the same file."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in (".png", ".svg", ".pdf"):
        raise InputError(f"{path}: the name must end in .png, .svg or .pdf")
    undated = {".png": None, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[suffix]
    try:
        fig.savefig(path, metadata=undated, **options)
    except OSError as error:
        raise InputError(f"{path}: cannot write: {error.strerror}") from None
