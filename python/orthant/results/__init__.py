"""Result files of Orthant: text, columns, the config of a file, and which rows are one curve.

It needs nothing but Python's own library, and asks the program (`orthant list`) for facts about
keys and columns."""
