"""A GTK 3 window with a menu in a menu, which opens where the pointer rests, and a label that says what was chosen.

usage: gtk3_submenu.py
"""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def item(name, below=()):
    one = Gtk.MenuItem(label=name)
    if below:
        menu = Gtk.Menu()
        for child in below:
            menu.append(child)
        one.set_submenu(menu)
    else:
        one.connect("activate", lambda _: chosen.set_text(f"{name} was chosen"))
    return one


chosen = Gtk.Label(label="Nothing was chosen")
bar = Gtk.MenuBar()
bar.append(item("Garden", [item("Rake"), item("Seeds", [item("Beans"), item("Peas")]), item("Spade")]))
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.add(bar)
box.add(chosen)
window = Gtk.Window(title="Shed")
window.add(box)
window.set_default_size(300, 160)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
