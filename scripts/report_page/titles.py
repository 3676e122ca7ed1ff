"""What the sections of a page are called: what is drawn, and of which network, routing, traffic and load, as the configs say."""
import collections
import os

from config_titles import names_of, title_and_details


def titled(what, *paths, column=None):
    """The title of a section of these files, and its name in the list of sections."""
    of = " of " + paths[0] if len(paths) == 1 else ""
    title, details = title_and_details(paths, column)
    return {"title": f"{what}: {', '.join([title, *details])}" if title else what + of, "short": what + of}


def told_apart(sections):
    """Of several with one title, the file is named too."""
    counts = collections.Counter(section["title"] for section in sections)
    return [section | {"title": f"{section['title']} ({section['short']})"} if counts[section["title"]] > 1 and "short" in section else section
            for section in sections]


def file_names(paths):
    """{file: its name, by the keys in which the configs differ}; the whole name of the file where they do not tell."""
    return {path: path if name == os.path.splitext(os.path.basename(path))[0] else name for path, name in names_of(paths).items()}
