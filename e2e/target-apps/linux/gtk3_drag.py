"""Two GTK 3 windows side by side: a parcel that can be dragged from the one into a field of the other.

usage: gtk3_drag.py
"""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def window(title, left, child):
    top = Gtk.Window(title=title)
    top.add(child)
    top.set_default_size(300, 120)
    top.move(left, 200)
    top.connect("destroy", Gtk.main_quit)
    top.show_all()


parcel = Gtk.Button(label="Parcel")
parcel.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
parcel.drag_source_add_text_targets()
parcel.connect("drag-data-get", lambda _, __, data, ___, ____: data.set_text("a parcel", -1))
load = Gtk.Entry()
load.get_accessible().set_name("Load")
window("Truck", 700, load)
window("Shelf", 200, parcel)
Gtk.main()
