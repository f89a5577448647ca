"""Fields beside labels that no relation joins, and a button of one name on each line.

usage: unlabelled_form.py GTK-VERSION
"""

import sys

import gi

version = sys.argv[1]
gi.require_version("Gtk", version)
from gi.repository import Gtk  # noqa: E402


def put(box, child):
    box.append(child) if version == "4.0" else box.pack_start(child, False, False, 0)


def line(label, field):
    box = Gtk.Box(spacing=12)
    for child in (Gtk.Label(label=label, width_chars=10), field, Gtk.Button(label="Reset")):
        put(box, child)
    return box


def show(app):
    form = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
    put(form, line("Width:", Gtk.SpinButton.new_with_range(0, 99, 1)))
    put(form, line("Title", Gtk.Entry(text="Draft")))
    put(form, line("12:30", Gtk.Entry()))
    put(form, Gtk.Label(label="Remarks", xalign=0))
    put(form, Gtk.Entry())
    window = Gtk.ApplicationWindow(application=app, title="Unlabelled")
    if version == "4.0":
        window.set_child(form)
        window.present()
    else:
        window.add(form)
        window.show_all()


app = Gtk.Application()
app.connect("activate", show)
app.run()
