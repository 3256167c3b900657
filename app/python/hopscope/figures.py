# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures and tables of the sources, made again and compared."""

from __future__ import annotations

import json
from typing import Any, Optional

from . import _engine
from .errors import raise_stopped
from .run import Progress, _jobs


def figures() -> list[dict[str, Any]]:
    """All that can be made: ``ids``, ``title``, ``source``, …"""
    return json.loads(_engine.figures())


def figure(id: str, *, quick: bool = False, jobs: int = 0, progress: Optional[Progress] = None) -> dict[str, Any]:
    """Makes a figure again, such as ``"000/R-51"``, and compares it with what its source prints. What
    ``hopscope-cli figure`` writes as result.json, as a dict: recipe, tables of points, findings.

    :param quick: fewer points and cycles, wider tolerances.
    :raises DesignError: there is no such figure.
    :raises Interrupted: Ctrl-C; nothing is kept.
    """
    made, stopped = _engine.figure(id, quick, _jobs(jobs), progress)
    raise_stopped(stopped, None, "figure")
    return json.loads(made)
