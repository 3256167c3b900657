# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks that fit a request, by closed formulas."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _engine
from .design import Design, read_text, to_json
from .errors import raise_stopped
from .results import frame_of
from .run import Progress

if TYPE_CHECKING:
    import pandas as pd


class Candidates:
    """Networks that fit, as columns of shape ``(networks,)``: ``terminals``, ``routers``, ``diameter``,
    ``throughput`` (flits per terminal and cycle), ``power`` (W), ``cost`` ($) and the others of
    ``hopscope-cli explore --csv``; NaN where no formula is known."""

    def __init__(self, columns: Mapping[str, Any], names: Sequence[str], families: Sequence[str],
                 front: npt.NDArray[np.bool_], design: Callable[[int], _engine.Design]) -> None:
        self.columns: dict[str, npt.NDArray[np.float64]] = dict(columns)
        self.names = list(names)
        self.families = list(families)
        self.front = front  #: whether each is on the Pareto front of the objectives
        self._design = design

    def __getitem__(self, name: str) -> npt.NDArray[np.float64]:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.names)

    def design(self, row: int) -> Design:
        """A network as a design; what is not its topology is by default."""
        if not 0 <= row < len(self):
            raise IndexError(f"There are {len(self)} networks, numbered from 0.")
        return Design._of(self._design(row))

    def to_frame(self) -> "pd.DataFrame":
        """A row per network."""
        return frame_of({"family": self.families, "network": self.names, "front": self.front, **self.columns})

    def __repr__(self) -> str:
        return f"<hopscope.Candidates: {len(self)} networks, {int(self.front.sum())} on the front>"


def explore(request: Union[Mapping[str, Any], str, "os.PathLike[str]"],
            objectives: Sequence[str] = ("cost", "power", "throughput", "diameter"), *,
            progress: Optional[Progress] = None) -> Candidates:
    """Lists what fits a request (``hopscope.explore/1``): a dict, whose ``schema`` may be left out, or a
    file.

    :param progress: is called now and then with the share of the families that is done.
    :raises Interrupted: Ctrl-C.
    :raises DesignError: the request is wrong, or too many networks fit.
    """
    text = (to_json({"schema": "hopscope.explore/1", **request}, "request")
            if isinstance(request, Mapping) else read_text(request))
    *found, stopped = _engine.explore(text, list(objectives), progress)
    raise_stopped(stopped, None, "search")
    return Candidates(*found)
