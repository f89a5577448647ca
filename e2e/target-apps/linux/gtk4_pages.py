"""A GTK 4 window with pages that showed once and do not any more, and with what has no name of its own.

usage: gtk4_pages.py
"""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402


def open_window(app):
    window = Gtk.ApplicationWindow(application=app, title="Pages", default_width=600, default_height=500)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    stack, book = Gtk.Stack(), Gtk.Notebook()
    for page in ("one", "two", "three"):
        stack.add_titled(labelled(f"stacked {page}"), page, page)
        book.append_page(labelled(f"tabbed {page}"), Gtk.Label(label=f"tab {page}"))
    revealer = Gtk.Revealer(child=labelled("revealed"), reveal_child=True)
    label, entry = Gtk.Label(label="_Street", use_underline=True), Gtk.Entry()
    label.set_mnemonic_widget(entry)
    unnamed = (Gtk.Entry(), Gtk.Image.new_from_icon_name("edit-copy"), Gtk.Button(icon_name="edit-cut"))
    # It keeps its room while it shows nothing.
    faded = Gtk.Revealer(child=Gtk.Button(label="faded button"), transition_type=Gtk.RevealerTransitionType.CROSSFADE)
    for widget in (Gtk.StackSwitcher(stack=stack), stack, book, revealer, faded, scrolled(), label, entry, *unnamed):
        box.append(widget)
    window.set_child(box)
    window.present()
    # Every page and the revealer have shown before they are hidden, also one that comes after the last.
    GLib.timeout_add(300, lambda: turn(stack, book, "three", 2))
    GLib.timeout_add(600, lambda: turn(stack, book, "two", 1) or revealer.set_reveal_child(False))


def labelled(name):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.append(Gtk.Button(label=f"{name} button"))
    return box


def scrolled():
    """A list of thirty rows, of which the first two fit: a drop-down list in the first would be clipped by it."""
    rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    rows.append(Gtk.DropDown.new_from_strings([f"choice {index}" for index in range(8)]))
    for index in range(30):
        rows.append(Gtk.Button(label=f"row {index}"))
    return Gtk.ScrolledWindow(child=rows, height_request=60)


def turn(stack, book, name, index):
    stack.set_visible_child_name(name)
    book.set_current_page(index)
    return False


app = Gtk.Application(application_id="org.example.Pages")
app.connect("activate", open_window)
app.run()
