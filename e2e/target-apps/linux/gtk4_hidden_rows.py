"""A GTK 4 list of which the app hides the first row. It writes down which row is selected.

usage: gtk4_hidden_rows.py LOG
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


log = open(sys.argv[1], "w")


def selected(_, row):
    print(row.get_child().get_label() if row else "none", file=log, flush=True)


def show(app):
    rows = Gtk.ListBox()
    for name in ("One", "Two", "Three"):
        rows.append(Gtk.Label(label=name))
    rows.get_row_at_index(0).set_visible(False)
    rows.connect("row-selected", selected)
    Gtk.ApplicationWindow(application=app, title="Rows", default_width=300, default_height=200, child=rows).present()


app = Gtk.Application()
app.connect("activate", show)
app.run()
