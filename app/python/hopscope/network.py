# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be said of a design without simulating it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
import numpy.typing as npt

from . import _engine
from .design import DesignLike, as_design
from .errors import Issue, raise_stopped
from .results import frame_of

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Check:
    """What :func:`check` found of a design without errors."""

    routers: int
    terminals: int
    issues: list[Issue]  #: warnings and notes
    deadlock_free: Optional[bool]  #: None where it was not proved
    undelivered: int  #: pairs of terminals without a path
    proof: str  #: the verdict with its reason
    saturation: float  #: bound of the load, flits per terminal and cycle; NaN where none is told
    bottleneck: str  #: the bound in words

    @property
    def sound(self) -> bool:
        """Nothing speaks against running it: what ``hopscope-cli check`` ends with 0 for."""
        return self.deadlock_free is not False and self.undelivered == 0


def check(design: DesignLike) -> Check:
    """Validates a design, and proves that it cannot deadlock or shows the cycle.

    :raises DesignError: it is wrong.
    """
    found, stopped = _engine.check(as_design(design)._engine)
    raise_stopped(stopped, None, "check")
    found["issues"] = [Issue(*each) for each in found["issues"]]
    return Check(**found)


class Topology:
    """A network as arrays; ids are the design's.

    - ``routers``: ids, shape ``(routers,)``; ``groups``: of each its group, tier or row.
    - ``terminals``: ids, shape ``(terminals,)``; ``terminal_routers``: the router each is plugged into.
    - ``edges``: the cables between routers, shape ``(edges, 2)``: the ids of both ends; ``edge_ids``; and
      ``edge_classes``, such as "local" or "global".
    - ``facts``: counts, ``diameter``, ``average_distance`` (links, terminal to terminal), ``bisection``
      (links) …; None where it is not known.
    """

    kind: str
    routers: npt.NDArray[np.int64]
    groups: npt.NDArray[np.int64]
    terminals: npt.NDArray[np.int64]
    terminal_routers: npt.NDArray[np.int64]
    edges: npt.NDArray[np.int64]
    edge_ids: npt.NDArray[np.int64]
    edge_classes: npt.NDArray[np.str_]
    facts: dict[str, Any]

    def __init__(self, arrays: dict[str, Any], facts: dict[str, Any]) -> None:
        names = np.array(arrays.pop("class_names"), dtype=str)
        arrays["edge_classes"] = names[arrays["edge_classes"]]
        self.__dict__.update(arrays)
        self.facts = facts

    def to_frame(self) -> "pd.DataFrame":
        """The edges: ``id``, ``source``, ``target`` and ``class``."""
        return frame_of({"id": self.edge_ids, "source": self.edges[:, 0], "target": self.edges[:, 1],
                         "class": self.edge_classes})

    def __repr__(self) -> str:
        return (f"<hopscope.Topology {self.kind}: {len(self.routers)} routers, {len(self.terminals)} "
                f"terminals, {len(self.edges)} edges>")


def topology(design: DesignLike) -> Topology:
    """The network of a design.

    :raises DesignError: it is wrong.
    """
    arrays, facts = _engine.topology(as_design(design)._engine)
    return Topology(arrays, json.loads(facts))


@dataclass(frozen=True)
class Estimate:
    """Latency over load without a simulation, from the loads of channels and waits of M/D/1 queues."""

    doubt: str  #: why there is no curve, or where it does not hold; empty: within a tenth of a simulation to 60 % of ``saturation``
    saturation: float  #: bound of the load, flits per terminal and cycle
    zero_load: float  #: latency without load, cycles
    load: npt.NDArray[np.float64]  #: flits per terminal and cycle, shape ``(points,)``
    latency: npt.NDArray[np.float64]  #: mean, cycles, shape ``(points,)``

    @property
    def holds(self) -> bool:
        """Whether there is no doubt."""
        return not self.doubt

    def to_frame(self) -> "pd.DataFrame":
        """``load`` and ``latency``."""
        return frame_of({"load": self.load, "latency": self.latency})


def estimate(design: DesignLike) -> Estimate:
    """Estimates the latency of a design over the load.

    :raises DesignError: it is wrong.
    """
    return Estimate(**_engine.estimate(as_design(design)._engine))
