# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run says: numbers by name, and arrays of windows, histogram, channels and routers."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from . import _engine
from .design import Design

if TYPE_CHECKING:
    import pandas as pd

#: An array with named columns.
Table = npt.NDArray[np.void]


def table_of(columns: Mapping[str, Any]) -> Table:
    """Columns of one length as one array with names."""
    arrays = {name: np.asarray(column) for name, column in columns.items()}
    length = len(next(iter(arrays.values()))) if arrays else 0
    table = np.empty(length, dtype=[(name, each.dtype) for name, each in arrays.items()])
    for name, each in arrays.items():
        table[name] = each
    return table


def frame_of(columns: Mapping[str, Any]) -> "pd.DataFrame":
    """The same as a data frame."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_frame() needs pandas: on Debian, apt install python3-pandas.") from error
    return pandas.DataFrame({name: np.asarray(column) for name, column in columns.items()})


class Numbers:
    """Numbers that have a common beginning: ``results.latency`` has ``mean``, ``p99``, …"""

    __slots__ = ("_all", "_path")

    def __init__(self, all: Mapping[str, Any], path: str) -> None:
        self._all = all
        self._path = path

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return number_or_part(self._all, f"{self._path}.{name}")

    def __getitem__(self, name: str) -> Any:
        try:
            return number_or_part(self._all, f"{self._path}.{name}")
        except AttributeError as error:
            raise KeyError(f"{self._path}.{name}") from error

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dir__())

    def __dir__(self) -> list[str]:
        start = self._path + "."
        return sorted({name[len(start):].split(".")[0] for name in self._all if name.startswith(start)})

    def __repr__(self) -> str:
        start = self._path + "."
        own = {name[len(start):]: value for name, value in self._all.items() if name.startswith(start)}
        return f"<{self._path}: {', '.join(f'{k} = {v:.6g}' for k, v in own.items())}>"


def number_or_part(all: Mapping[str, Any], path: str) -> Any:
    if path in all:
        return all[path]
    if any(name.startswith(path + ".") for name in all):
        return Numbers(all, path)
    raise AttributeError(f"There is no result {path!r}. They are: {', '.join(all)}.")


class Results:
    """What a run comes to. Numbers are attributes or items, by the names of the command line's JSON:

    >>> results.accepted_load, results.latency.mean, results["latency.split.channel"]

    Loads are flits per terminal and cycle, times are cycles, shares are 0 to 1, energies nJ. A number
    that does not exist, such as the latency where nothing arrived, is NaN. The same design and seed
    give the same numbers as ``hopscope-cli run``, bit for bit, whatever the threads.
    """

    def __init__(self, run: _engine.Run) -> None:
        self._run = run

    # ---- numbers

    @cached_property
    def numbers(self) -> dict[str, float]:
        """All numbers of the run by name: ``"latency.mean"``, ``"accepted_load"``, …; counts are
        integers."""
        return {name: float("nan") if value is None else value for name, value in self._run.numbers().items()}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self.numbers or any(each.startswith(name + ".") for each in self.numbers):
            return number_or_part(self.numbers, name)
        if name in self.data:
            return self.data[name]
        return number_or_part(self.numbers, name)

    def __getitem__(self, name: str) -> Any:
        try:
            return number_or_part(self.numbers, name)
        except AttributeError as error:
            raise KeyError(name) from error

    def __dir__(self) -> list[str]:
        names = {name.split(".")[0] for name in self.numbers}
        return sorted(names | set(self.data) | set(super().__dir__()))

    @property
    def verdict(self) -> str:
        """``"stable"``, ``"unknown"``, ``"saturated"``, ``"deadlocked"`` or ``"stalled"``."""
        return self._run.verdict()

    @property
    def design(self) -> Design:
        """A copy of the design that was run."""
        return Design._of(self._run.design())

    @cached_property
    def data(self) -> dict[str, Any]:
        """Everything as ``hopscope-cli run`` writes it, parsed: also ``explanation``, ``complete``,
        ``classes``, ``applications``, ``replications``, ``warnings``, ``events``, ``deadlock``. A number
        that does not exist is None there."""
        return json.loads(self._run.json())

    def to_json(self) -> str:
        """The text of it."""
        return self._run.json()

    def to_dict(self) -> dict[str, Any]:
        """A copy of ``data``."""
        return json.loads(self._run.json())

    # ---- arrays

    @cached_property
    def windows(self) -> Table:
        """One row a window, over the whole run, warm-up and drain included; shape ``(windows,)``. Columns:
        ``end`` and ``length`` (cycles), ``latency_mean``, ``latency_p99`` (cycles, of packets delivered
        in it), ``accepted_load``, ``generated_load`` (flits per terminal and cycle), … ``windows.dtype.names`` has all;
        a point in a name is part of it: ``windows["latency_shares.channel"]``."""
        return table_of(self._run.windows())

    @cached_property
    def histogram(self) -> Table:
        """Measured packets by latency; shape ``(bars,)``. ``count`` packets took ``lower`` to ``upper``
        cycles, ``upper`` excluded."""
        return table_of(self._run.histogram())

    @cached_property
    def channels(self) -> Table:
        """One row a channel (a direction of a link), shape ``(2 * links,)``: ``link`` (id), ``source`` and
        ``target`` (ids of routers, or of terminals where ``from_terminal`` or ``to_terminal``),
        ``class`` (such as "terminal", "local", "global") and ``utilization`` (0 to 1, over the measured
        interval)."""
        columns = dict(self._run.channels())
        names = np.array(self._run.class_names(), dtype=str)
        columns["class"] = names[columns["class"]]
        return table_of(columns)

    @cached_property
    def routers(self) -> Table:
        """One row a router, shape ``(routers,)``: ``id``, ``accepted_load`` and ``delivered_load`` of its
        terminals (flits per terminal and cycle; NaN without terminals), cache lookups and hits, energies (nJ)."""
        return table_of(self._run.routers())

    def to_frame(self, what: str = "windows") -> "pd.DataFrame":
        """``"windows"``, ``"histogram"``, ``"channels"`` or ``"routers"`` as a data frame of pandas."""
        if what not in ("windows", "histogram", "channels", "routers"):
            raise ValueError(f"There is no table {what!r}: windows, histogram, channels or routers.")
        table = getattr(self, what)
        return frame_of({name: table[name] for name in table.dtype.names})

    def __repr__(self) -> str:
        return (f"<hopscope.Results {self.verdict}: offered {self['offered_load']:.3f}, accepted "
                f"{self['accepted_load']:.3f}, latency {self['latency.mean']:.1f} cycles>")
