# SPDX-License-Identifier: GPL-3.0-or-later
"""Studies: the table of the command line, files that are gone on with, what is refused."""

import json
import resource
import tempfile
import unittest
from pathlib import Path

import numpy as np
from support import SMALL, PressesCtrlC, command_line

import hopscope

DESIGN = {"schema": "hopscope.design/1", **SMALL}
STUDY = {
    "design": DESIGN,
    "axes": [
        {"setting": "traffic.packet_flits", "values": [4, 8, 300]},
        {"setting": "traffic.load", "range": [0.1, 0.3, 0.1]},
    ],
    "seeds": 2,
    "columns": {"share": "accepted_load / offered_load"},
    "objectives": {"accepted_load": "max", "latency.mean": "min"},
}


class StudyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_table_is_that_of_the_command_line(self):
        study = hopscope.Study(STUDY).run(jobs=1)
        document = self.folder / "s.json"
        document.write_text(json.dumps({"schema": "hopscope.study/1", **STUDY}))
        project = str(self.folder / "p.hopscope")
        # Points whose packets do not fit into a buffer have failed, which the exit code says.
        with self.assertRaises(AssertionError):
            command_line("study", "run", str(document), "--out", project, "--jobs", "1", "--quiet")
        csv = self.folder / "t.csv"
        runs = self.folder / "r.csv"
        command_line("study", "export", project, "--csv", str(csv), "--runs-csv", str(runs))
        self.assertEqual(study.to_csv(), csv.read_text())
        self.assertEqual(study.runs_to_csv(), runs.read_text())
        self.assertEqual(json.loads(study.to_json())["study"], study.document)

    def test_columns(self):
        study = hopscope.Study(STUDY).run()
        table = study.table
        self.assertEqual(len(table), 9)
        self.assertEqual(table["traffic.load"].tolist(), [0.1, 0.2, 0.3] * 3)
        self.assertEqual(table["status"].tolist(), ["done"] * 6 + ["failed"] * 3)
        self.assertIn("switch.buffers", table["failure"][8])
        self.assertEqual(table["runs"].tolist()[:6], [2] * 6)
        self.assertTrue(np.isnan(table["latency.mean"][8]))
        self.assertEqual(table["feasible"].tolist(), [True] * 6 + [None] * 3)
        self.assertEqual(table["best"].tolist()[6:], [None] * 3)
        np.testing.assert_array_equal(table["share"][:6], (table["accepted_load"] / table["offered_load"])[:6])
        self.assertEqual(study.counts["failed"], 3)
        self.assertFalse(study.finished)
        with self.assertRaisesRegex(hopscope.RunFailed, "3 of 9 points failed") as raised:
            study.run(check=True)
        self.assertIs(raised.exception.results, study)
        runs = [hopscope.run({**SMALL, "run": {**SMALL["run"], "seed": seed}, "traffic": {"load": 0.1, "packet_flits": 4}})
                for seed in (1, 2)]
        self.assertEqual(table["latency.mean"][0], (runs[0].latency.mean + runs[1].latency.mean) / 2)

    def test_it_goes_on_where_it_stopped(self):
        file = self.folder / "s.points"
        endless = {**STUDY, "seeds": 1, "axes": [{"setting": "run.measure", "values": [500, 900_000_000]}]}
        study = hopscope.Study(endless)
        with self.assertRaises(hopscope.Interrupted) as caught:
            study.run(file=file, jobs=2, progress=PressesCtrlC())
        self.assertIs(caught.exception.results, study)
        self.assertGreater(study.counts["runs"], 0)
        again = hopscope.Study(endless)
        with self.assertRaises(hopscope.Interrupted):
            again.run(file=file, progress=PressesCtrlC())
        self.assertEqual(again.counts["runs"], study.counts["runs"])
        with self.assertRaisesRegex(hopscope.DesignError, "s.points"):
            hopscope.Study(STUDY).run(file=file)

    def test_a_project_collects_it(self):
        file = self.folder / "s.points"
        study = hopscope.Study(STUDY).run(file=file)
        document = self.folder / "s.json"
        document.write_text(json.dumps({"schema": "hopscope.study/1", **STUDY}))
        project = str(self.folder / "p.hopscope")
        command_line("study", "collect", str(document), "--from", str(file), "--out", project)
        csv = self.folder / "t.csv"
        command_line("study", "export", project, "--csv", str(csv))
        self.assertEqual(csv.read_text(), study.to_csv())

    def test_designs_by_file_and_by_value(self):
        (self.folder / "d.json").write_text(json.dumps(DESIGN))
        axes = [{"setting": "traffic.load", "values": [0.1]}]
        by_folder = hopscope.Study({"design": "d.json", "axes": axes}, folder=self.folder)
        by_value = hopscope.Study({"design": hopscope.Design(SMALL), "axes": axes})
        file = self.folder / "s.json"
        file.write_text(json.dumps({"schema": "hopscope.study/1", "design": "d.json", "axes": axes}))
        by_file = hopscope.Study(file)
        means = {study.run().table["latency.mean"][0] for study in (by_folder, by_value, by_file)}
        self.assertEqual(len(means), 1)

    def test_what_is_wrong(self):
        for change, path in (
            ({"schema": "hopscope.study/2"}, "schema"),
            ({"axes": [{"setting": "traffic.laod", "values": [1]}]}, "axes"),
            ({"axes": [{"setting": "traffic.load", "range": [0.9, 0.1, 0.1]}]}, "axes"),
            ({"design": "missing.json"}, "design"),
            ({"columns": {"x": "nothing / 2"}}, "columns"),
        ):
            with self.subTest(change=change), self.assertRaises(hopscope.DesignError) as caught:
                hopscope.Study({**STUDY, **change})
            self.assertTrue(caught.exception.issues[0].path.startswith(path), caught.exception.issues)
        with self.assertRaises(FileNotFoundError):
            hopscope.Study("missing.json")

    def test_a_file_that_cannot_be_written(self):
        for file in (self.folder / "missing" / "s.points", self.folder):
            with self.subTest(file=file), self.assertRaises(OSError) as caught:
                hopscope.Study(STUDY).run(file=file)
            self.assertEqual(caught.exception.filename, str(file))
        # They can, and are no study.
        for file in ("/dev/full", "/dev/zero"):
            with self.subTest(file=file), self.assertRaises(hopscope.DesignError) as caught:
                hopscope.Study(STUDY).run(file=file)
            self.assertEqual(caught.exception.issues[0].path, str(file))

    def test_a_full_disk(self):
        usual = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, usual[1]))
        try:
            with self.assertRaisesRegex(OSError, "s.points"):
                hopscope.Study(STUDY).run(file=self.folder / "s.points")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)


if __name__ == "__main__":
    unittest.main()
