# SPDX-License-Identifier: GPL-3.0-or-later
"""The stub says what the module has, and everything public is documented."""

import ast
import inspect
import unittest
from pathlib import Path

import hopscope
from hopscope import _engine


class StubTest(unittest.TestCase):
    def test_the_stub_has_what_the_module_has(self):
        stub = ast.parse(Path(hopscope.__file__).with_name("_engine.pyi").read_text())

        def names(body):
            named = {each.name for each in body if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
            named |= {each.target.id for each in body if isinstance(each, ast.AnnAssign)}
            return {name for name in named if not name.startswith("_")} - {"version"}

        def public(thing):
            return {name for name in vars(thing) if not name.startswith("_")} - {"version"}

        self.assertEqual(names(stub.body), public(_engine))
        for each in stub.body:
            if isinstance(each, ast.ClassDef):
                self.assertEqual(names(each.body), public(getattr(_engine, each.name)), each.name)

    def test_the_package_says_that_it_is_typed(self):
        self.assertTrue(Path(hopscope.__file__).with_name("py.typed").exists())

    def test_everything_public_is_documented(self):
        for name in hopscope.__all__:
            thing = getattr(hopscope, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if not inspect.isclass(thing):
                continue
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
