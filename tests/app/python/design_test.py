# SPDX-License-Identifier: GPL-3.0-or-later
"""Designs: settings as attributes, and what is refused."""

import copy
import os
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np
from support import SMALL, command_line

import hopscope


class DesignTest(unittest.TestCase):
    def test_settings_are_attributes(self):
        design = hopscope.Design(SMALL)
        self.assertEqual(design.traffic.load, 0.2)
        self.assertEqual(design.topology.dimensions, [4, 4])
        design.traffic.load = 0.4
        design.switch.buffers.local = "18 KB"
        design.topology.dimensions = (5, np.int64(6))
        design["run.seed"] = np.uint32(7)
        design.traffic.include_self = True
        document = design.to_dict()
        self.assertEqual(document["traffic"], {"load": 0.4, "include_self": True})
        self.assertEqual(document["switch"], {"buffers": {"local": "18 KB"}})
        self.assertEqual(document["topology"]["dimensions"], [5, 6])
        self.assertEqual(document["run"]["seed"], 7)

    def test_what_is_not_explicit_has_its_default(self):
        design = hopscope.Design(SMALL)
        self.assertEqual(design.switch.allocator.kind, "separable_input_first")
        self.assertNotIn("switch", design.to_dict())
        self.assertIn("switch", design.to_dict(effective=True))
        self.assertIn("load", dir(design.traffic))
        self.assertIn("traffic", dir(design))
        self.assertIn("allocator", set(design.switch))

    def test_settings_follow_from_choices(self):
        design = hopscope.Design(SMALL)
        design.topology.kind = "dragonfly"
        self.assertEqual(design.topology.h, 2)
        self.assertNotIn("dimensions", dir(design.topology))
        with self.assertRaises(AttributeError):
            design.topology.dimensions

    def test_any_real_is_exact(self):
        design = hopscope.Design(SMALL)
        for load in (0.1 + 0.2, 1 / 3, 1e-05, 5e-324, 1.0, np.float32(0.1)):
            design.traffic.load = load
            self.assertEqual(design.traffic.load, float(load))

    def test_what_is_wrong_names_the_place(self):
        design = hopscope.Design(SMALL)
        before = design.to_json()
        for path, value, words in (
            ("traffic.laod", 0.3, "traffic.load"),
            ("traffic.load", 1.5, "0 to 1"),
            ("traffic.load", float("nan"), "0 to 1"),
            ("traffic.load", "much", "0 to 1"),
            ("traffic.load", None, "0 to 1"),
            ("topology.dimensions", [4, -4], "topology.dimensions"),
            ("topology.dimensions", [[4], 4], "topology.dimensions"),
            ("nothing", 1, "nothing"),
            ("traffic", 1, "traffic"),
            ("phases", [{"at": 10, "set": {"traffic.load": 7}}], "phases"),
            ("phases", 3, "phases"),
            ("phases", [{"at": float("inf")}], "phases"),
            ("traffic.load.more", {"a": 1}, "traffic.load"),
        ):
            with self.subTest(path=path, value=value):
                with self.assertRaises(hopscope.DesignError) as caught:
                    design[path] = value
                issue = caught.exception.issues[0]
                self.assertEqual(issue.severity, "error")
                self.assertTrue(issue.path.startswith(path.split(".")[0]), issue)
                self.assertIn(words, str(caught.exception))
                self.assertEqual(design.to_json(), before)

    def test_documents_that_are_wrong(self):
        for document, path in (
            ({}, "topology"),
            ({"topology": {"kind": "mash"}}, "topology.kind"),
            ({**SMALL, "schema": "hopscope.design/9"}, "schema"),
            ({**SMALL, "extra": object()}, "design"),
            ({**SMALL, "traffic": {"load": float("inf")}}, "design"),
        ):
            with self.subTest(document=document), self.assertRaises(hopscope.DesignError) as caught:
                hopscope.Design(document)
            self.assertEqual(caught.exception.issues[0].path, path)
        with self.assertRaises(FileNotFoundError):
            hopscope.Design("no such file.json")
        with self.assertRaises(TypeError):
            hopscope.Design(7)
        with tempfile.TemporaryDirectory() as folder:
            for content, words in ((b"\xff\xfe", "UTF-8"), (b"", ""), (b"{" * 100_000, "")):
                file = Path(folder, "d.json")
                file.write_bytes(content)
                with self.assertRaisesRegex(hopscope.DesignError, words):
                    hopscope.Design(file)

    def test_errors_travel(self):
        with self.assertRaises(hopscope.DesignError) as caught:
            hopscope.Design({})
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(again.issues, caught.exception.issues)
        self.assertEqual(str(again), str(caught.exception))

    def test_attributes_that_are_none(self):
        design = hopscope.Design(SMALL)
        self.assertFalse(hasattr(design, "trafic"))
        self.assertFalse(hasattr(design.traffic, "laod"))
        self.assertFalse(hasattr(design, "_repr_html_"))

    def test_copies_are_their_own(self):
        design = hopscope.Design(SMALL)
        for other in (design.copy(), copy.copy(design), copy.deepcopy(design), pickle.loads(pickle.dumps(design))):
            self.assertEqual(other, design)
            self.assertEqual(other.hash(), design.hash())
            other.traffic.load = 0.9
            self.assertEqual(design.traffic.load, 0.2)
            self.assertNotEqual(other, design)
            self.assertNotEqual(other.hash(), design.hash())

    def test_files_are_those_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "d.json")
            design = hopscope.Design.template("torus")
            design.save(file)
            self.assertEqual(hopscope.Design(file), design)
            command_line("check", file)
            self.assertEqual(command_line("new", "torus"), design.to_json())

    def test_lists_are_documents(self):
        design = hopscope.Design(SMALL)
        design.phases = [{"at": 300, "set": {"traffic.load": 0.5}}]
        self.assertEqual(design.phases[0]["at"], 300)
        design.traffic = {"load": 0.1}
        self.assertEqual(design.to_dict()["traffic"], {"load": 0.1})
        design.add_application("ping_pong(ranks=2 bytes=8)")
        self.assertEqual(design["applications.0.bytes"], 8)
        with self.assertRaises(hopscope.DesignError):
            design.add_application("ping_pung(ranks=2)")

    def test_templates(self):
        names = hopscope.templates()
        self.assertIn("torus", names)
        with self.assertRaisesRegex(hopscope.DesignError, "torus"):
            hopscope.Design.template("toras")

    def test_what_a_setting_is(self):
        words = hopscope.Design(SMALL).describe("traffic.load")
        self.assertEqual(words["allowed"], "0 to 1")
        self.assertTrue(words["help"])
        self.assertIn("uniform", hopscope.Design(SMALL).describe("traffic.pattern")["choices"])


if __name__ == "__main__":
    unittest.main()
