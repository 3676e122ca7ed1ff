"""The page of `orthant report`: figures in views, steps of traces, and how files were made."""
