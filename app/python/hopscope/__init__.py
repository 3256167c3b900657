# SPDX-License-Identifier: GPL-3.0-or-later
"""Hopscope from Python: designs of interconnection networks, simulated by the same engine as the window
and the command line.

>>> import hopscope
>>> design = hopscope.Design.template("dragonfly-adversarial")
>>> design.traffic.load = 0.4
>>> results = hopscope.run(design)
>>> results.accepted_load, results.latency.mean, results.windows["latency_mean"]

``Design`` and ``check``, ``topology``, ``estimate``; ``run`` and ``sweep``; ``Study``; ``explore``;
``figure``. What is wrong with an input is a :class:`DesignError` that names the place.
"""

from ._engine import version as __version__
from .design import Design, DesignWarning, templates
from .errors import DesignError, Interrupted, Issue, RunFailed
from .explore import Candidates, explore
from .figures import figure, figures
from .network import Check, Estimate, Topology, check, estimate, topology
from .results import Numbers, Results
from .run import Sweep, run, sweep
from .study import Study, StudyTable

__all__ = [
    "Candidates", "Check", "Design", "DesignError", "DesignWarning", "Estimate", "Interrupted", "Issue",
    "Numbers", "Results", "RunFailed", "Study", "StudyTable", "Sweep", "Topology", "check", "estimate",
    "explore", "figure", "figures", "run", "sweep", "templates", "topology",
]
