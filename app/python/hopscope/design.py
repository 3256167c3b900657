# SPDX-License-Identifier: GPL-3.0-or-later
"""Designs: a network, its switches, routing and traffic, as ``hopscope.design/1`` has them."""

from __future__ import annotations

import json
import os
import warnings
from typing import Any, Iterator, Mapping, Union

from . import _engine
from .errors import DesignError, Issue

#: A design, a document as a dict, or the name of a file.
DesignLike = Union["Design", Mapping[str, Any], str, "os.PathLike[str]"]


class DesignWarning(UserWarning):
    """What a document says that is allowed, and may not be meant."""


def plain(value: Any) -> Any:
    """numpy's numbers and arrays as Python's."""
    return value.tolist() if hasattr(value, "tolist") else value


def to_json(document: Any, what: str) -> str:
    try:
        return json.dumps(document, default=_unusual, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise DesignError([("error", what, f"It cannot be written as JSON: {error}.", "")]) from error


def _unusual(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{type(value).__name__} is no JSON")


def to_text(value: Any) -> str:
    """A value of a setting as a person would type it."""
    value = plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(to_text(each) for each in value) + "]"
    return str(value)


def read_text(file: Union[str, "os.PathLike[str]"]) -> str:
    with open(file, "rb") as stream:
        data = stream.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DesignError([("error", os.fspath(file), f"It is no UTF-8: {error}.", "")]) from error


def _is_document(value: Any) -> bool:
    """A value that only a document can hold: objects, or lists of them."""
    if isinstance(value, Mapping):
        return True
    return isinstance(value, (list, tuple)) and any(_is_document(each) for each in value)


class Settings:
    """The settings of a part of a design: ``design.switch.buffers``. Reading gives the value in force,
    explicit or by default; writing checks name and value at once."""

    __slots__ = ("_design", "_path")

    def __init__(self, design: "Design", path: str) -> None:
        object.__setattr__(self, "_design", design)
        object.__setattr__(self, "_path", path)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._design[f"{self._path}.{name}"]
        except DesignError as error:
            raise AttributeError(str(error)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self._design[f"{self._path}.{name}"] = value

    def __getitem__(self, name: Union[str, int]) -> Any:
        return self._design[f"{self._path}.{name}"]

    def __setitem__(self, name: Union[str, int], value: Any) -> None:
        self._design[f"{self._path}.{name}"] = value

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dir__())

    def __dir__(self) -> list[str]:
        start = len(self._path) + 1
        names = [path[start:].split(".")[0] for path in self._design.paths(self._path)]
        return sorted(set(names))

    def to_dict(self) -> dict[str, Any]:
        """All of them with the values in force, by dotted path."""
        return {path: self._design[path] for path in self._design.paths(self._path)}

    def __repr__(self) -> str:
        return f"<{self._path}: {', '.join(f'{k} = {v!r}' for k, v in self.to_dict().items())}>"


class Design:
    """A design, from a document (a dict), a file, or another design.

    >>> design = hopscope.Design({"topology": {"kind": "mesh", "dimensions": [8, 8]}})
    >>> design.traffic.load = 0.4
    >>> design["switch.buffers.local"] = "18 KB"

    ``schema`` may be left out of a dict. Settings are read and written as attributes or by their dotted
    path; what there is follows from the design's choices, as in ``hopscope-cli describe``. Times are in
    cycles, sizes in flits, or text with a unit ("90 ns", "18 KB"); loads are flits per terminal and
    cycle.

    :raises DesignError: the document, a name or a value is wrong.
    :raises OSError: the file cannot be read.
    """

    _engine: _engine.Design

    def __init__(self, source: DesignLike) -> None:
        if isinstance(source, Design):
            read, found = _engine.Design(source._engine), []
        elif isinstance(source, Mapping):
            read, found = _engine.Design.read(to_json({"schema": "hopscope.design/1", **source}, "design"))
        elif isinstance(source, (str, os.PathLike)):
            read, found = _engine.Design.read(read_text(source))
        else:
            raise TypeError(f"A design is a dict or the name of a file, not {type(source).__name__}.")
        object.__setattr__(self, "_engine", read)
        for each in found:
            warnings.warn(str(Issue(*each)), DesignWarning, stacklevel=2)

    @classmethod
    def template(cls, name: str) -> "Design":
        """A built-in design; :func:`hopscope.templates` lists them."""
        return cls._of(_engine.Design.template(name))

    @classmethod
    def from_json(cls, text: str) -> "Design":
        """Reads a document."""
        return cls._of(_engine.Design.read(text)[0])

    @classmethod
    def _of(cls, engine: _engine.Design) -> "Design":
        design = cls.__new__(cls)
        object.__setattr__(design, "_engine", engine)
        return design

    # ---- settings

    def paths(self, below: str = "") -> list[str]:
        """The dotted paths of all settings that the design has under its choices, or of those below
        one."""
        start = below + "." if below else ""
        return [path for path in self._engine.paths() if path.startswith(start)]

    def describe(self, path: str) -> dict[str, Any]:
        """What a setting is: ``path``, ``label``, ``help``, ``unit``, ``default``, ``allowed`` (in
        words) and ``choices``."""
        return self._engine.describe(path)

    def __getitem__(self, path: str) -> Any:
        if path in ("phases", "overrides", "layout"):
            return self.to_dict().get(path, [] if path != "layout" else {})
        known = self._engine.paths()
        if path not in known and any(each.startswith(path + ".") for each in known):
            return Settings(self, path)
        return self._engine.value(path)

    def __setitem__(self, path: str, value: Any) -> None:
        if _is_document(value) or path in ("phases", "overrides", "layout", "applications"):
            self._put(path, value)
        else:
            self._engine.change(path, to_text(value))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except DesignError as error:
            raise AttributeError(str(error)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __dir__(self) -> list[str]:
        sections = {path.split(".")[0] for path in self._engine.paths()}
        return sorted(sections | {"name", "phases", "overrides", "layout"} | set(super().__dir__()))

    def _put(self, path: str, value: Any) -> None:
        """By the way of the document, which has more than settings."""
        document = self.to_dict()
        place = document
        *above, last = path.split(".")
        for key in above:
            below = place.setdefault(key, {}) if isinstance(place, dict) else None
            if not isinstance(below, dict):
                raise DesignError([("error", path, "There is no such place in the design.", "")])
            place = below
        place[last] = value
        read, _ = _engine.Design.read(to_json(document, path))
        object.__setattr__(self, "_engine", read)

    def add_application(self, text: str, mapping: str = "") -> None:
        """Adds an application as ``hopscope-cli run --application`` has it, such as
        ``"npb_ft(class=A ranks=256)"``, with a mapping of its ranks to terminals."""
        self._engine.add_application(text, mapping)

    # ---- documents

    def to_json(self, effective: bool = False) -> str:
        """The document: only what is explicit, or with ``effective`` all settings in force."""
        return self._engine.write(effective)

    def to_dict(self, effective: bool = False) -> dict[str, Any]:
        """The document as a dict."""
        return json.loads(self.to_json(effective))

    def save(self, file: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the document, as the command line and the window read it."""
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(self.to_json())

    def copy(self) -> "Design":
        """Another one that is equal."""
        return Design(self)

    def hash(self) -> str:
        """16 hexadecimal digits that are the same for designs that differ in name and layout alone."""
        return self._engine.hash()

    def __copy__(self) -> "Design":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Design":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Design.from_json, (self.to_json(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Design) and self._engine == other._engine

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<hopscope.Design {self._engine.value('name')!r}, {self['topology.kind']}>"


def as_design(source: DesignLike) -> Design:
    """The design itself, or one made of a document or file."""
    return source if isinstance(source, Design) else Design(source)


def templates() -> dict[str, str]:
    """The built-in designs: title by name."""
    return dict(_engine.templates())
