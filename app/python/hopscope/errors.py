# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes wrong, as Python exceptions."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple


class Issue(NamedTuple):
    """What is wrong, where, and what to do about it."""

    severity: str  #: "error", "warning" or "note"
    path: str  #: the place: a setting ("switch.buffers.local"), or a place in a file
    text: str  #: one sentence: what is wrong
    remedy: str  #: one sentence: what is allowed, or what to do; may be empty

    def __str__(self) -> str:
        return " ".join(filter(None, [f"{self.path}:" if self.path else "", self.text, self.remedy]))


class DesignError(ValueError):
    """A design, study or request is wrong. ``issues`` has each problem with its path; the message has
    them all, a line each, in the words of the command line."""

    def __init__(self, issues: Iterable[tuple[str, str, str, str]]) -> None:
        self.issues: list[Issue] = [Issue(*each) for each in issues]
        errors = [each for each in self.issues if each.severity == "error"]
        super().__init__("\n".join(str(each) for each in errors or self.issues))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ([tuple(each) for each in self.issues],)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run, sweep, study or figure. ``results`` is what was finished by then: of a run
    the :class:`~hopscope.Results` up to that cycle (``complete`` is False), of a sweep the points that
    are done, of a study the study itself, which a second ``run`` goes on with; None where nothing
    is."""

    def __init__(self, message: str, results: Any = None) -> None:
        super().__init__(message)
        self.results = results


class RunFailed(RuntimeError):
    """A run of a sweep failed, such as for want of memory; or, where it was asked for, a study has points that
    failed or did not finish. ``results`` are those that are done, or the study."""

    def __init__(self, message: str, results: Any = None) -> None:
        super().__init__(message)
        self.results = results


def raise_stopped(stopped: BaseException | None, results: Any, what: str) -> None:
    """Raises what stopped long work, with what was finished by then."""
    if stopped is None:
        return
    if isinstance(stopped, KeyboardInterrupt):
        raise Interrupted(f"The {what} was interrupted.", results) from stopped
    raise stopped
