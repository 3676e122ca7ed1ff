"""What studies use of the modules behind `orthant plot`: the only place that knows where these
are."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from palette import COLOURS  # noqa: E402, F401
from pictures import PAGE_INCHES, light_grid, plt, save, set_style  # noqa: E402, F401
from plot_style import DASHES, MARKERS  # noqa: E402, F401
from students_t import half_width  # noqa: E402, F401
