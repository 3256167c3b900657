# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said without a simulation, against the command line and by hand."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
from support import SMALL, PressesCtrlC, command_line

import hopscope

TEXT = json.dumps({"schema": "hopscope.design/1", **SMALL})
REQUEST = {"terminals": {"least": 1000, "most": 1200}, "radix": 36}


class NetworkTest(unittest.TestCase):
    def test_a_network_is_an_array_of_edges(self):
        network = hopscope.topology(SMALL)
        self.assertEqual(network.edges.shape, (24, 2))
        self.assertEqual(network.edges.dtype, np.int64)
        steps = np.abs(network.edges[:, 1] - network.edges[:, 0])
        self.assertEqual(sorted(steps.tolist()), [1] * 12 + [4] * 12)
        self.assertEqual(network.terminal_routers.tolist(), list(range(16)))
        self.assertEqual(network.facts, json.loads(command_line("topology", "-", "--json", text=TEXT)))
        self.assertEqual(len(network.edge_classes), 24)

    def test_drawn_networks_keep_their_ids(self):
        network = hopscope.topology({"topology": {
            "kind": "custom", "routers": [{"id": 5}, {"id": 9}, {"id": 40}],
            "terminals": [{"id": 3, "router": 9}, {"id": 8, "router": 40}],
            "channels": [{"id": 1, "from": 5, "to": 9}, {"id": 7, "from": 9, "to": 40}]}})
        self.assertEqual(network.edges.tolist(), [[5, 9], [9, 40]])
        self.assertEqual(network.edge_ids.tolist(), [1, 7])
        self.assertEqual(network.terminals.tolist(), [3, 8])
        self.assertEqual(network.terminal_routers.tolist(), [9, 40])

    def test_check(self):
        found = hopscope.check(SMALL)
        self.assertIs(found.deadlock_free, True)
        self.assertTrue(found.sound)
        self.assertIn(found.proof, command_line("check", "-", text=TEXT))
        self.assertIn(found.bottleneck, command_line("check", "-", text=TEXT))
        self.assertAlmostEqual(found.saturation, 15 / 16)
        bad = hopscope.check({"topology": {"kind": "torus", "dimensions": [5, 5]},
                              "routing": {"algorithm": "shortest_path", "vc_policy": "any"}}
                             if "vc_policy" in dir(hopscope.Design(
                                 {"topology": {"kind": "torus"}, "routing": {"algorithm": "shortest_path"}}).routing)
                             else hopscope.Design.template("deadlock"))
        self.assertIs(bad.deadlock_free, False)
        self.assertFalse(bad.sound)

    def test_estimate(self):
        ours = hopscope.estimate(SMALL)
        theirs = json.loads(command_line("estimate", "-", "--json", text=TEXT))
        self.assertEqual(ours.latency.tolist(), [each["latency"] for each in theirs["points"]])
        self.assertEqual(ours.load.tolist(), [each["load"] for each in theirs["points"]])
        self.assertEqual(ours.saturation, theirs["saturation"])
        self.assertEqual(ours.holds, theirs["holds"])
        unknown = hopscope.estimate({"topology": {"kind": "dragonfly"}, "routing": {"algorithm": "piggyback"}})
        self.assertFalse(unknown.holds)
        self.assertEqual(len(unknown.load), 0)
        self.assertTrue(np.isnan(unknown.saturation))

    def test_a_search_is_interrupted(self):
        def press(fraction):
            raise KeyboardInterrupt

        many = {"terminals": {"least": 980_000, "most": 1_000_000}, "radix": 128, "families": ["dragonfly"]}
        # However soon it ends: what is asked once is answered.
        for request in (many, REQUEST):
            with self.assertRaisesRegex(hopscope.Interrupted, "The search was interrupted"):
                hopscope.explore(request, progress=press)

    def test_explore(self):
        ours = hopscope.explore(REQUEST)
        text = json.dumps({"schema": "hopscope.explore/1", **REQUEST})
        theirs = json.loads(command_line("explore", "-", "--json", text=text))["candidates"]
        theirs.sort(key=lambda each: each["row"])
        self.assertEqual(len(ours), len(theirs))
        self.assertEqual(ours["cost"].tolist(), [each["cost"] for each in theirs])
        self.assertEqual(ours.front.tolist(), [each["pareto"] for each in theirs])
        self.assertEqual(ours.families, [each["family"] for each in theirs])
        row = int(np.argmin(ours["cost"]))
        network = hopscope.topology(ours.design(row))
        self.assertEqual(len(network.terminals), ours["terminals"][row])
        with self.assertRaises(IndexError):
            ours.design(len(ours))
        with self.assertRaisesRegex(hopscope.DesignError, "cost"):
            hopscope.explore(REQUEST, objectives=["beauty"])
        with self.assertRaises(hopscope.DesignError) as caught:
            hopscope.explore({"terminals": {"least": 5, "most": 2}})
        self.assertIn("terminals", caught.exception.issues[0].path)

    def test_figures(self):
        made = hopscope.figure("000/R-1", quick=True)
        with tempfile.TemporaryDirectory() as folder:
            command_line("figure", "000/R-1", "--quick", "--quiet", "--out", folder)
            self.assertEqual(made, json.loads(Path(folder, "result.json").read_text()))
        self.assertTrue(made["as_expected"])
        self.assertTrue(any("000/R-1" in each["ids"] for each in hopscope.figures()))
        with self.assertRaisesRegex(hopscope.DesignError, "no such figure"):
            hopscope.figure("000/R-0")
        with self.assertRaises(hopscope.Interrupted):
            hopscope.figure("001/D2", progress=PressesCtrlC())


if __name__ == "__main__":
    unittest.main()
