"""For tests of studies: their modules, found beside those that all studies share."""
import importlib.util
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True


def module(study, name="run"):
    """studies/STUDY/NAME.py; all modules of a test are of one study, or are called run."""
    for folder in (ROOT / "studies" / "common", ROOT / "studies" / study):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location(name if name != "run" else f"{study}_run",
                                                  ROOT / "studies" / study / f"{name}.py")
    found = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(spec.name, found)
    spec.loader.exec_module(found)
    return found
