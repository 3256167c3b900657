# SPDX-License-Identifier: GPL-3.0-or-later
"""Studies: what ``hopscope-cli study`` runs, from Python."""

from __future__ import annotations

import json
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _engine
from .design import Design, read_text, to_json
from .errors import RunFailed, raise_stopped
from .results import frame_of
from .run import Progress, _jobs

if TYPE_CHECKING:
    import pandas as pd


class StudyTable:
    """A study as a table, a row per point, in the order of the points. Columns are arrays of shape
    ``(points,)``:

    - the settings that are varied, as numbers where all of them are;
    - ``design`` (its name), ``status`` ("done", "failed", "left out", "open"), ``runs``, ``verdict``,
      ``outcome`` (of the applications: "finished", "unfinished", "stalled"; empty without any), ``feasible``, ``best`` (on the Pareto front of the objectives; both are None
      where nothing is known of the point, as it is not done) and ``failure``;
    - the numbers of runs by the names of :attr:`Results.numbers`, pooled over the seeds, with
      ``latency.mean.half_width`` and ``accepted_load.half_width``, and the study's own columns; NaN where there is
      none.
    """

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.settings: list[str] = list(raw["settings"])  #: that are varied
        self.columns: dict[str, npt.NDArray[Any]] = {"design": np.array(raw["design"], dtype=str)}
        for name, values in raw["settings"].items():
            self.columns[name] = _typed(values)
        for name in ("status", "verdict", "outcome", "failure"):
            self.columns[name] = np.array(raw[name], dtype=str)
        self.columns["runs"] = raw["runs"]
        for name in ("feasible", "best"):
            known = all(value is not None for value in raw[name])
            self.columns[name] = np.array(raw[name], dtype=bool if known else object)
        self.columns.update(raw["values"])

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.columns["design"])

    def to_frame(self) -> "pd.DataFrame":
        """The same as a data frame of pandas."""
        return frame_of(self.columns)

    def __repr__(self) -> str:
        return f"<hopscope.StudyTable of {len(self)} points>"


def _typed(values: list[str]) -> npt.NDArray[Any]:
    try:
        return np.array([float(value) for value in values])
    except ValueError:
        return np.array(values, dtype=str)


class Study:
    """A study (``hopscope.study/1``), from a document (a dict) or a file.

    >>> study = hopscope.Study({"design": design, "axes": [
    ...     {"setting": "traffic.load", "range": [0.1, 0.9, 0.1]}]})
    >>> study.run(file="study.points").table["latency.mean"]

    ``schema`` may be left out of a dict; ``design`` may be a :class:`Design`, its document, or a file
    beside the study, or in ``folder``.

    :raises DesignError: the document is wrong; the issues name its JSON path.
    """

    def __init__(self, source: Union[Mapping[str, Any], str, "os.PathLike[str]"], *,
                 folder: Union[str, "os.PathLike[str]", None] = None) -> None:
        if isinstance(source, Mapping):
            document = _without_designs(source)
            if isinstance(document.get("design"), Mapping):
                document["design"] = {"schema": "hopscope.design/1", **document["design"]}
            text = to_json({"schema": "hopscope.study/1", **document}, "study")
        else:
            text = read_text(source)
            folder = os.path.dirname(os.fspath(source)) if folder is None else folder
        self._engine = _engine.Study.read(text, os.fspath(folder) if folder is not None else "")

    @property
    def name(self) -> str:
        """As the document says."""
        return self._engine.name()

    @cached_property
    def document(self) -> dict[str, Any]:
        """The study with its designs in it, from which it can be repeated."""
        return json.loads(self._engine.document())

    @property
    def counts(self) -> dict[str, int]:
        """``points``, and how many are ``done`` (of these ``unfinished``: applications had not finished in every run),
        ``failed``, ``left_out`` and ``open``; ``runs``."""
        return self._engine.counts()

    @property
    def finished(self) -> bool:
        """Whether every point is done or left out, and all applications finished: what exit code 0 of
        ``hopscope-cli study run`` says. A point that saturates or deadlocks is done."""
        counts = self.counts
        return counts["open"] == counts["failed"] == counts["unfinished"] == 0

    def run(self, *, file: Union[str, "os.PathLike[str]", None] = None, failed_again: bool = False,
            jobs: int = 0, progress: Optional[Progress] = None, check: bool = False) -> "Study":
        """Runs what is missing, and returns the study. A point that cannot be run is a row that says why.

        :param file: where finished runs are kept as they finish: a second call, also of another
            program, goes on from there, nothing is run twice, and ``hopscope-cli study collect --from`` brings it into a
            project. The file that ``study run --points`` writes.
        :param failed_again: runs the points again that failed.
        :param jobs: runs at once; 0: one per core. No result depends on it.
        :param check: raises where the study is not :attr:`finished` then.
        :raises RunFailed: with ``check``, that points failed or applications did not finish; its ``results`` are the study.
        :raises Interrupted: Ctrl-C; what was finished by then is in the study and in ``file``.
        :raises DesignError: ``file`` is of another study or version, or another program writes to it.
        :raises OSError: ``file`` cannot be written.
        """
        stopped = self._engine.run(os.fspath(file) if file is not None else "", failed_again,
                                   _jobs(jobs), progress)
        raise_stopped(stopped, self, "study")
        if check and not self.finished:
            counts = self.counts
            raise RunFailed(f"{counts['failed']} of {counts['points']} points failed, {counts['unfinished']} have an "
                            f"unfinished application, {counts['open']} are open.", self)
        return self

    @property
    def table(self) -> StudyTable:
        """What there is by now."""
        return StudyTable(self._engine.table())

    def to_frame(self) -> "pd.DataFrame":
        """The table as a data frame of pandas."""
        return self.table.to_frame()

    def to_csv(self) -> str:
        """A row per point, as ``hopscope-cli study export --csv``."""
        return self._engine.csv()

    def runs_to_csv(self) -> str:
        """A row per run."""
        return self._engine.runs_csv()

    def to_json(self) -> str:
        """The table with the study's document."""
        return self._engine.json()

    def __repr__(self) -> str:
        counts = self.counts
        return f"<hopscope.Study {self.name!r}: {counts['done']} of {counts['points']} points done>"


def _without_designs(value: Any) -> Any:
    """Designs as their documents."""
    if isinstance(value, Design):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key: _without_designs(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_designs(each) for each in value]
    return value
