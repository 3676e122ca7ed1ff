"""The page of `orthant report`: Python reads the files, the browser draws what it is given."""
