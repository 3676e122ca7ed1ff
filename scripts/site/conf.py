"""Sphinx's settings for the site of the pages, for scripts/site.sh.

The pages are plain Markdown, readable on a code host as they are. What only the site needs is added to them here as
they are read: the navigation, and the pages that a page has below it.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(orthant VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]

project = "Orthant"
release = version = VERSION
project_copyright = "the authors of Orthant, Apache 2.0"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md"]
html_theme = "furo"
html_title = f"Orthant {VERSION}"
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_static_path = [str(pathlib.Path(__file__).parent / "static")]
html_css_files = ["site.css"]
smartquotes = False  # options begin with two hyphens
highlight_language = "text"
myst_heading_anchors = 4
# Extracts of JSON and C++ have ... in them.
suppress_warnings = ["misc.highlighting_failure"]

# The navigation: headings of the sidebar, in order, and the pages below each.
NAVIGATION = {
    "Gallery": ["docs/gallery"],
    "Tutorials": ["docs/first_simulation", "docs/tutorial_noc", "docs/tutorial_fabric", "docs/tutorial_theory",
                  "docs/tutorial_collectives"],
    "Guides": ["docs/install", "docs/sweeps_and_resuming", "docs/cluster", "docs/pictures", "docs/report", "docs/python",
               "docs/other_simulators", "docs/analyze", "docs/design", "docs/policy", "docs/schedule", "docs/workloads",
               "docs/irregular_networks", "docs/grids", "docs/broken_tori"],
    "The model": ["docs/numbering", "docs/routing", "docs/comparing_routings", "docs/path_tables", "docs/traffic", "docs/deadlock",
                  "docs/timing_model", "docs/allocators", "docs/output_queued", "docs/measurement"],
    "Extending": ["docs/architecture", "docs/life_of_a_flit", "docs/adding_a_routing", "docs/adding_a_pattern",
                  "docs/adding_a_topology", "docs/life_of_a_key", "docs/library", "CONTRIBUTING"],
    "Reference": ["docs/reference", "docs/citing", "CHANGELOG"],
    "Validation": ["docs/validation", "docs/performance"],
    "Decisions": ["docs/decisions/README"],
}
# Pages with pages of their own below them, as patterns from their folders.
BELOW = {
    "docs/other_simulators": ["from_booksim"],
    "docs/schedule": ["schedule_search", "replay"],
    "docs/routing": ["adaptive_tori"],
    "docs/performance": ["performance_exact"],
    "docs/workloads": ["workload_files", "netrace", "collectives"],
    "docs/measurement": ["measurement_files", "trace"],
    "docs/reference": ["reference_*"],
    "docs/validation": ["validation_*"],
    "docs/decisions/README": ["[0-9]*"],
}


def toctree(pages, caption=None):
    options = ":hidden:\n:glob:\n" + (f":caption: {caption}\n" if caption else "")
    return "\n```{toctree}\n" + options + "\n" + "\n".join(pages) + "\n```\n"


def add_navigation(app, page, source):
    if page == root_doc:
        source[0] += "".join(toctree(pages, caption) for caption, pages in NAVIGATION.items())
    elif page in BELOW:
        source[0] += toctree(BELOW[page])
    # A folder is no page; its name stays.
    source[0] = re.sub(r"\[([^\]]*)\]\(((?:\.\./)*configs)\)", r"\1", source[0])


def setup(app):
    app.connect("source-read", add_navigation)
