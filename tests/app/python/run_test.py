# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs: the numbers of the command line, arrays, progress and Ctrl-C."""

import importlib.util
import math
import threading
import time
import unittest

import numpy as np
from support import ENDLESS, SMALL, OF_THE_CLOCK, PressesCtrlC, results_of_command_line, without_clock

import hopscope

WITH_PANDAS = importlib.util.find_spec("pandas") is not None


class RunTest(unittest.TestCase):
    def test_numbers_are_those_of_the_command_line(self):
        designs = {
            "mesh": SMALL,
            "replications": {**SMALL, "run": {**SMALL["run"], "replications": 3}},
            "saturated wormhole": {**SMALL, "switch": {"model": "wormhole"}, "traffic": {"load": 0.9}},
            "dragonfly": {
                "topology": {"kind": "dragonfly"},
                "routing": {"algorithm": "piggyback"},
                "traffic": {"load": 0.3},
                "run": {"warmup": 200, "measure": 500},
            },
            "caches": {**SMALL, "forwarding": {"lookup": "cache"}},
            "application": {**SMALL, "traffic": {"load": 0}, "applications": [{"kind": "ping_pong", "ranks": 2}]},
        }
        for name, document in designs.items():
            with self.subTest(name):
                ours = hopscope.run(document, jobs=2)
                theirs = results_of_command_line(document, "--jobs", "1")
                self.assertEqual(without_clock(ours.to_dict()), theirs)
                for each in ours.numbers:
                    if each in OF_THE_CLOCK:
                        continue
                    value = theirs
                    for key in each.split("."):
                        value = value[key]
                    if value is None:
                        self.assertTrue(math.isnan(ours[each]), each)
                    else:
                        self.assertEqual(ours[each], value, each)
                other = hopscope.run({**document, "run": {**document["run"], "seed": 2}})
                if name != "application":
                    self.assertNotEqual(without_clock(other.to_dict())["latency"], theirs["latency"])

    def test_arrays_are_those_of_the_command_line(self):
        results = hopscope.run(SMALL)
        data = results_of_command_line(SMALL)
        windows = results.windows
        self.assertEqual(len(windows), len(data["windows"]))
        self.assertEqual(windows["end"].tolist(), [each["end"] for each in data["windows"]])
        self.assertEqual(windows["accepted_load"].tolist(), [each["accepted_load"] for each in data["windows"]])
        for ours, theirs in zip(windows["latency_shares.channel"], data["windows"]):
            value = theirs["latency_shares"]["channel"]
            self.assertTrue(math.isnan(ours) if value is None else ours == value)
        bars = data["latency"]["histogram"]
        self.assertEqual([dict(zip(bars[0], bar)) for bar in results.histogram.tolist()], bars)
        self.assertEqual(results.histogram["count"].sum(), results.packets.measured)
        channels = results.channels
        self.assertEqual(channels["utilization"].tolist(), [each["utilization"] for each in data["channels"]])
        self.assertEqual(channels["class"].tolist(), [each["class"] for each in data["channels"]])
        self.assertEqual(channels["from_terminal"].sum(), 16)
        self.assertEqual(len(results.routers), 16)
        self.assertEqual(results.routers["id"].tolist(), [each["id"] for each in data["routers"]])

    def test_numbers_are_attributes(self):
        results = hopscope.run(SMALL)
        self.assertEqual(results.latency.mean, results["latency.mean"])
        self.assertEqual(results.latency.split.channel, results["latency"]["split"]["channel"])
        self.assertEqual(results.verdict, "stable")
        self.assertTrue(results.complete)
        self.assertIn("mean", dir(results.latency))
        self.assertIsInstance(results.cycles, int)
        self.assertTrue(math.isnan(results.cache.hit_rate))
        self.assertEqual(results.design, hopscope.Design(SMALL))
        for name in ("nothing", "latency.nothing"):
            with self.assertRaises(KeyError):
                results[name]
        self.assertFalse(hasattr(results, "nothing"))
        self.assertFalse(hasattr(results.latency, "nothing"))

    def test_data_frames(self):
        results = hopscope.run(SMALL)
        curve = hopscope.sweep(SMALL, {"traffic.load": [0.1, 0.2]})
        if not WITH_PANDAS:
            with self.assertRaisesRegex(ImportError, "python3-pandas"):
                results.to_frame()
            return
        self.assertEqual(list(results.to_frame().columns), list(results.windows.dtype.names))
        self.assertEqual(len(results.to_frame("channels")), len(results.channels))
        self.assertEqual(curve.to_frame()["traffic.load"].tolist(), [0.1, 0.2])
        with self.assertRaises(ValueError):
            results.to_frame("walls")

    def test_designs_that_are_wrong(self):
        wrong = {**SMALL, "routing": {"algorithm": "piggyback"}}
        for act in (hopscope.run, hopscope.check, hopscope.estimate):
            with self.assertRaises(hopscope.DesignError) as caught:
                act(wrong)
            self.assertEqual(caught.exception.issues[0].path, "routing.algorithm")
        for jobs in (-1, 1025):
            with self.assertRaises(ValueError):
                hopscope.run(SMALL, jobs=jobs)

    def test_progress_is_told(self):
        told = []
        hopscope.run({**SMALL, "run": {"measure": 100_000}}, progress=told.append)
        self.assertEqual(told, sorted(told))
        self.assertEqual(told[-1], 1.0)

    def test_what_progress_raises_ends_the_run(self):
        def give_up(fraction):
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            hopscope.run(ENDLESS, progress=give_up)

    def test_other_threads_go_on(self):
        ticks = []

        def tick(fraction):
            ticks.append(fraction)
            if len(ticks) > 2:
                raise LookupError("enough")

        seen = []
        other = threading.Thread(target=lambda: [time.sleep(0.01) or seen.append(len(ticks)) for _ in range(5)])
        other.start()
        with self.assertRaises(LookupError):
            hopscope.run(ENDLESS, jobs=1, progress=tick)
        other.join()
        self.assertLess(seen[0], 3)

    def test_ctrl_c_keeps_what_is_done(self):
        with self.assertRaises(KeyboardInterrupt) as caught:
            hopscope.run(ENDLESS, progress=PressesCtrlC())
        self.assertIsInstance(caught.exception, hopscope.Interrupted)
        self.assertFalse(caught.exception.results.complete)
        self.assertGreater(caught.exception.results.cycles, 0)

    def test_ctrl_c_before_the_first_replication(self):
        with self.assertRaises(hopscope.Interrupted) as caught:
            hopscope.run({**ENDLESS, "run": {**ENDLESS["run"], "replications": 2}}, progress=PressesCtrlC())
        self.assertIsNone(caught.exception.results)


class SweepTest(unittest.TestCase):
    def test_the_grid(self):
        curve = hopscope.sweep(SMALL, {"topology.dimensions": [[3, 3], [4, 4]], "traffic.load": np.array([0.1, 0.3])},
                               seeds=2, jobs=2)
        self.assertEqual(len(curve), 8)
        self.assertEqual(curve.column("traffic.load").tolist(), [0.1, 0.1, 0.3, 0.3] * 2)
        self.assertEqual([len(each.routers) for each in curve], [9] * 4 + [16] * 4)
        self.assertEqual([each.design.run.seed for each in curve], [1, 2] * 4)
        single = hopscope.run({**SMALL, "traffic": {"load": 0.3}, "run": {**SMALL["run"], "seed": 2}})
        self.assertEqual(curve[7].latency.mean, single.latency.mean)
        self.assertEqual(curve.numbers("latency.mean")[7], single.latency.mean)

    def test_numbers_that_are_lists_of_one(self):
        curve = hopscope.sweep(SMALL, {"topology.dimensions": [4, 8]})
        self.assertEqual([len(each.routers) for each in curve], [4, 8])

    def test_what_is_wrong(self):
        with self.assertRaises(hopscope.DesignError):
            hopscope.sweep(SMALL, {"traffic.laod": [0.1]})
        with self.assertRaises(hopscope.DesignError):
            hopscope.sweep(SMALL, {"traffic.load": [0.1, 2]})
        with self.assertRaises(hopscope.DesignError):
            hopscope.sweep(SMALL, {"run.seed": range(100_001)})
        with self.assertRaises(TypeError):
            hopscope.sweep(SMALL, {"traffic.load": "0.1"})
        with self.assertRaises(ValueError):
            hopscope.sweep(SMALL, {"traffic.load": []})
        with self.assertRaises(ValueError):
            hopscope.sweep(SMALL, {"traffic.load": [0.1]}, seeds=0)
        with self.assertRaisesRegex(ValueError, "1 to 10,000, not 10001"):
            hopscope.sweep(SMALL, {"traffic.load": [0.1]}, seeds=10_001)

    def test_ctrl_c_keeps_the_points_that_are_done(self):
        with self.assertRaises(hopscope.Interrupted) as caught:
            hopscope.sweep(SMALL, {"run.measure": [500, 900_000_000]}, jobs=2, progress=PressesCtrlC())
        self.assertEqual([each.cycles for each in caught.exception.results],
                         [hopscope.run(SMALL).cycles])


if __name__ == "__main__":
    unittest.main()
