"""`Annotated[str, Help("…")]` becomes a type in the signature and a row in a table of parameters on the site."""

from __future__ import annotations

import ast
from dataclasses import fields, is_dataclass, replace
from typing import Any

import griffe


def help_in(annotation: Any) -> str:
    """Return the text of the first `Help("…")` in an annotation, or an empty text."""
    tree = ast.parse(str(annotation or None), mode="eval")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Help"]
    return str(ast.literal_eval(calls[0].args[0])) if calls else ""


def plain_type(annotation: Any) -> Any:
    """Return the annotation with the type alone in place of each `Annotated[type, …]`."""
    if isinstance(annotation, griffe.ExprSubscript) and str(annotation.left) == "Annotated":
        arguments = annotation.slice
        return plain_type(arguments.elements[0]) if isinstance(arguments, griffe.ExprTuple) else arguments
    if isinstance(annotation, list | tuple):
        return type(annotation)(plain_type(part) for part in annotation)
    if isinstance(annotation, griffe.Expr) and is_dataclass(annotation) and not isinstance(annotation, griffe.ExprName):
        parts = {field.name: plain_type(getattr(annotation, field.name)) for field in fields(annotation) if field.init}
        return replace(annotation, **parts)
    return annotation


class ParameterHelp(griffe.Extension):
    """Moves the help of parameters from the signature to the docstring."""

    def on_function(self, *, func: griffe.Function, **kwargs: Any) -> None:
        """Called for each function that has been read."""
        rows = []
        for parameter in func.parameters:
            if text := help_in(parameter.annotation):
                rows.append(f":param {parameter.name}: {text}")
            parameter.annotation = plain_type(parameter.annotation)
        if rows and func.docstring:
            func.docstring.value = "\n".join([func.docstring.value, "", *rows])
