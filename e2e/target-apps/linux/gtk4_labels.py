"""A GTK 4 window with very many labels in one box.

usage: gtk4_labels.py COUNT
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def show(app):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for index in range(int(sys.argv[1])):
        box.append(Gtk.Label(label=f"Label {index}"))
    child = Gtk.ScrolledWindow(child=box)
    Gtk.ApplicationWindow(application=app, title="Labels", default_width=300, default_height=200, child=child).present()


app = Gtk.Application()
app.connect("activate", show)
app.run()
