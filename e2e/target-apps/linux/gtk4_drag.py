"""A GTK 4 window with parcels and shelves: a parcel that is dragged onto a shelf is named on it.

usage: gtk4_drag.py [SHELF...]
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GObject, Gtk  # noqa: E402


def parcel(name):
    label = Gtk.Label(label=name)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(name))
    # Around the pointer, as in file managers.
    source.connect("drag-begin", lambda *_: source.set_icon(Gtk.WidgetPaintable.new(label), 40, 8))
    label.add_controller(source)
    return label


def shelf(name):
    label = Gtk.Label(label=name)
    target = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
    target.connect("drop", lambda _, what, *__: holds.set_text(f"{name} holds {what}") or True)
    label.add_controller(target)
    return label


def show(app):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=30)
    for each in (holds, parcel("Parcel"), *(shelf(name) for name in sys.argv[1:])):
        box.append(each)
    window = Gtk.ApplicationWindow(application=app, title="Store", default_width=320)
    window.set_child(box)
    window.present()


app = Gtk.Application(application_id="deskscope.test.Drag")
holds = Gtk.Label(label="Nothing is moved")
app.connect("activate", show)
app.run([])
