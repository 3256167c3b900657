# SPDX-License-Identifier: GPL-3.0-or-later
"""Running designs: one, or a grid of settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import _engine
from .design import DesignLike, as_design, plain, to_text
from .errors import RunFailed, raise_stopped
from .results import Results, frame_of

if TYPE_CHECKING:
    import pandas as pd

#: Is called some 20 times a second, from the thread that waits, with the fraction that is done, 0 to 1.
#: What it raises stops the run and is raised.
Progress = Callable[[float], Any]


def run(design: DesignLike, *, jobs: int = 0, progress: Optional[Progress] = None) -> Results:
    """Simulates a design and its replications (``run.replications``).

    :param design: a design, a document, or the name of a file.
    :param jobs: threads; 0: one per core. No result depends on it.
    :raises DesignError: the design is wrong.
    :raises Interrupted: Ctrl-C. The run stops at the next boundary of a cycle (some 20 ms), and
        ``results`` of the exception is what it has measured by then. It is a ``KeyboardInterrupt``.

    Other threads of Python go on meanwhile. A run that deadlocks is no error: see ``verdict``.
    """
    done, stopped = _engine.run(as_design(design)._engine, _jobs(jobs), progress)
    results = None if done is None else Results(done)
    raise_stopped(stopped, results, "run")
    assert results is not None
    return results


class Sweep(Sequence[Results]):
    """The runs of a sweep, in the order of the grid: the last axis varies fastest, the seed faster
    still."""

    def __init__(self, axes: Sequence[str], rows: Sequence[tuple[tuple[Any, ...], Results]]) -> None:
        self.axes = tuple(axes)  #: the settings that were varied
        self.settings = [dict(zip(self.axes, values)) for values, _ in rows]  #: of each run
        self._runs = [results for _, results in rows]

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, index: Any) -> Any:
        return self._runs[index]

    def __iter__(self) -> Iterator[Results]:
        return iter(self._runs)

    def numbers(self, name: str) -> npt.NDArray[np.float64]:
        """A number of every run, such as ``"latency.mean"``; shape ``(runs,)``."""
        return np.array([results[name] for results in self._runs], dtype=float)

    def column(self, setting: str) -> npt.NDArray[Any]:
        """The value of a setting that was varied, of every run; shape ``(runs,)``."""
        return np.array([each[setting] for each in self.settings])

    def to_frame(self) -> "pd.DataFrame":
        """A row per run: settings, seed, verdict and all numbers."""
        columns: dict[str, Any] = {name: self.column(name) for name in self.axes}
        columns["seed"] = [each.design["run.seed"] for each in self._runs]
        columns["verdict"] = [each.verdict for each in self._runs]
        for name in self._runs[0].numbers if self._runs else ():
            columns[name] = self.numbers(name)
        return frame_of(columns)

    def __repr__(self) -> str:
        return f"<hopscope.Sweep of {len(self)} runs over {', '.join(self.axes) or 'nothing'}>"


def sweep(design: DesignLike, over: Mapping[str, Sequence[Any]], *, seeds: int = 1, jobs: int = 0,
          progress: Optional[Progress] = None) -> Sweep:
    """Simulates a grid of settings.

    >>> curve = hopscope.sweep(design, {"traffic.load": np.linspace(0.1, 0.9, 9)})
    >>> curve.column("traffic.load"), curve.numbers("latency.mean")

    :param over: values by setting.
    :param seeds: runs of each point, with ``run.seed`` and those after it.
    :param jobs: runs at once; 0: one per core. No result depends on it.
    :raises DesignError: a setting or a point is wrong.
    :raises Interrupted: Ctrl-C; ``results`` are the runs that are done.
    :raises RunFailed: a run failed; ``results`` are those that are done.
    """
    typed: dict[str, dict[str, Any]] = {}
    axes = []
    for setting, values in over.items():
        if isinstance(values, str):
            raise TypeError(f"The values of {setting} are a list, not text.")
        listed = [plain(each) for each in values]
        if not listed:
            raise ValueError(f"There are no values of {setting}.")
        texts = [to_text(each) for each in listed]
        typed[setting] = dict(zip(texts, listed))
        axes.append((setting, texts))
    if not 1 <= seeds <= _engine.most_seeds:
        raise ValueError(f"seeds is 1 to {_engine.most_seeds:,}, not {seeds}.")
    rows, failure, stopped = _engine.sweep(as_design(design)._engine, axes, seeds, _jobs(jobs), progress)
    names = [setting for setting, _ in axes]
    done = Sweep(names, [(tuple(typed[name][text] for name, text in zip(names, values)), Results(each))
                         for values, each in rows])
    raise_stopped(stopped, done, "sweep")
    if failure:
        raise RunFailed(failure, done)
    return done


def _jobs(jobs: int) -> int:
    if not 0 <= jobs <= 1024:
        raise ValueError(f"jobs is 0 to 1024, not {jobs}.")
    return jobs
