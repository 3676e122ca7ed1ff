"""Pictures of result files: `describe` decides what is shown, as plain data; `draw` (matplotlib)
and draw.js draw it."""
