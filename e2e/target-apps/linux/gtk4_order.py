"""A form of GTK 4 with a header bar, which writes what was ordered to the file that is named."""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402


def row(label, widget):
    box = Gtk.Box(spacing=8)
    box.append(Gtk.Label(label=label, mnemonic_widget=widget))
    box.append(widget)
    return box


def send(_):
    wishes = [name.get_text(), size.get_selected_item().get_string(), colour.get_state().get_string()]
    wishes += ["a gift"] * gift.get_active() + ["fast"] * fast.get_active()
    said.set_text("It is ordered")
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(", ".join(wishes))


window = Gtk.Window(title="Order", default_width=420, default_height=300)
name, gift, fast = Gtk.Entry(), Gtk.CheckButton(label="Gift"), Gtk.Switch(halign=Gtk.Align.START)
fast.update_property([Gtk.AccessibleProperty.LABEL], ["Fast"])
size = Gtk.DropDown.new_from_strings(["small", "middle", "large"])
colours = Gio.Menu()
for each in ("Red", "Green", "Blue"):
    colours.append(each, f"order.colour::{each}")
colour = Gio.SimpleAction.new_stateful("colour", GLib.VariantType("s"), GLib.Variant("s", "Red"))
colour.connect("activate", lambda action, wanted: action.set_state(wanted))
actions = Gio.SimpleActionGroup()
actions.add_action(colour)
window.insert_action_group("order", actions)
button, said = Gtk.Button(label="Send"), Gtk.Label(label="Nothing is ordered")
button.connect("clicked", send)
bar = Gtk.HeaderBar()
bar.pack_start(button)
bar.pack_end(Gtk.MenuButton(label="Colour", menu_model=colours))
window.set_titlebar(bar)
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin_top=20, margin_start=20, margin_end=20)
for part in (row("Name", name), row("Size", size), gift, fast, said):
    column.append(part)
window.set_child(column)
loop = GLib.MainLoop()
window.connect("close-request", lambda _: loop.quit())
window.present()
loop.run()
