"""Files that are written whole or not at all."""
import contextlib
import os

from ..results.reader import InputError


@contextlib.contextmanager
def whole_file(path):
    """Yields the name of another file, of the same ending, that becomes `path` when it is written.
    """
    stem, ending = os.path.splitext(path)
    temporary = f"{stem}.{os.getpid()}{ending}"
    try:
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"{path}: cannot write: {error.strerror}") from None
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
