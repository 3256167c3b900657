# SPDX-License-Identifier: GPL-3.0-or-later
"""Executes the cells of the notebook. Jupyter itself would take some hundred packages; what the cells
compute needs none of it."""

import contextlib
import io
import json
import os
import unittest
from pathlib import Path

import numpy as np

NOTEBOOK = Path(os.environ["HOPSCOPE_SOURCE_DIR"], "resources", "notebooks", "hopscope.ipynb")


class NotebookTest(unittest.TestCase):
    def test_every_cell_does_what_its_text_says(self):
        os.environ.setdefault("MPLBACKEND", "agg")
        notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
        self.assertEqual(notebook["nbformat"], 4)
        names = {}
        said = io.StringIO()
        for number, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] != "code":
                continue
            self.assertEqual(cell["outputs"], [], "Outputs are not kept: they are made anew.")
            with contextlib.redirect_stdout(said):
                exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
        means = names["curve"].numbers("latency.mean")
        self.assertTrue(np.all(np.diff(means) > 0), means)
        minimal, valiant = names["accepted"]
        self.assertGreater(valiant[-1], 2 * minimal[-1])
        self.assertLess(valiant[0], 1.1 * minimal[0])
        self.assertTrue(names["figure"]["as_expected"])
        self.assertIn("Deadlock-free", said.getvalue())


if __name__ == "__main__":
    unittest.main()
