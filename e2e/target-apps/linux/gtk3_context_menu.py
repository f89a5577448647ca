"""A GTK 3 window with an area that opens a context menu and destroys it once that closes, as file managers do.

usage: gtk3_context_menu.py
"""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def opened(_, event):
    if event.button != 3:
        return False
    menu = Gtk.Menu()
    for name in ("Open", "Rename", "Remove"):
        entry = Gtk.MenuItem(label=name)
        entry.connect("activate", lambda _, name=name: chosen.set_text(f"{name} was chosen"))
        menu.append(entry)
    menu.attach_to_widget(area, None)
    menu.connect("deactivate", lambda menu: GLib.idle_add(menu.destroy))
    menu.show_all()
    menu.popup_at_pointer(event)
    return True


chosen = Gtk.Label(label="Nothing was chosen")
area = Gtk.EventBox()
area.set_size_request(300, 200)
area.connect("button-press-event", opened)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.add(area)
box.add(chosen)
window = Gtk.Window(title="Area")
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
