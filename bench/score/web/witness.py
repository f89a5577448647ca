"""Prints the document in the windows of a process as libatspi tells it, for a second opinion. Usage: witness.py PID"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def attempt(read):
    try:
        return read()
    except Exception:
        return None


def page_id(node):
    return (attempt(node.get_attributes) or {}).get("id", "")


def told(node):
    interfaces = attempt(node.get_interfaces) or []
    has = lambda name, read: attempt(read) if name in interfaces else None  # noqa: E731
    return {
        "role": attempt(node.get_role_name) or "",
        "name": attempt(node.get_name) or "",
        "description": attempt(node.get_description) or "",
        "states": [state.value_nick for state in node.get_state_set().get_states()],
        "attributes": attempt(node.get_attributes) or {},
        "interfaces": interfaces,
        "actions": has("Action", lambda: actions(node)) or [],
        "relations": {
            relation.get_relation_type().value_nick.replace("-", " "): [
                page_id(relation.get_target(i)) for i in range(relation.get_n_targets())
            ]
            for relation in attempt(node.get_relation_set) or []
        },
        "range": has("Value", lambda: value_range(node)),
        "table": has("Table", lambda: {"rows": Atspi.Table.get_n_rows(node), "columns": Atspi.Table.get_n_columns(node)}),
        "cell": has("TableCell", lambda: cell(node)),
        "characters": has("Text", lambda: Atspi.Text.get_character_count(node)),
        "children": node.get_child_count(),
    }


def actions(node):
    return [Atspi.Action.get_action_name(node, i) for i in range(Atspi.Action.get_n_actions(node))]


def value_range(node):
    return {
        "minimum": attempt(lambda: Atspi.Value.get_minimum_value(node)),
        "maximum": attempt(lambda: Atspi.Value.get_maximum_value(node)),
        "current": Atspi.Value.get_current_value(node),
    }


def cell(node):
    # An answer starts with whether there was one, except where the binding leaves that out.
    row, column, row_span, column_span = Atspi.TableCell.get_row_column_span(node)[-4:]
    return {"row": row, "column": column, "rowSpan": row_span, "columnSpan": column_span}


def tree(node):
    children = [node.get_child_at_index(i) for i in range(node.get_child_count())]
    return {"told": told(node), "children": [tree(child) for child in children if child]}


def document(node):
    if node.get_role_name() == "document web":
        return node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        found = child and document(child)
        if found:
            return found
    return None


desktop = Atspi.get_desktop(0)
for i in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(i)
    if app and app.get_process_id() == int(sys.argv[1]):
        print(json.dumps(tree(document(app))))
