"""A window with one button, which says when it was pressed.

usage: one_button.py GTK-VERSION TITLE LABEL
"""

import sys

import gi

version, title, label = sys.argv[1:4]
gi.require_version("Gtk", version)
from gi.repository import GLib, Gtk  # noqa: E402

button = Gtk.Button(label=label)
button.connect("clicked", lambda _: button.set_label(f"{label} pressed"))
window = Gtk.Window(title=title)
window.set_default_size(260, 120)
if version == "4.0":
    window.set_child(button)
    window.present()
else:
    window.add(button)
    window.show_all()
GLib.MainLoop().run()
