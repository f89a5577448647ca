"""A GTK 3 window whose parts lie outside of what holds them, or over each other: pages of notebooks, an overlay.

usage: gtk3_pages.py
"""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def notebook(name, tabs=True):
    book = Gtk.Notebook(show_tabs=tabs)
    for page in ("one", "two", "three"):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for place in ("upper", "lower"):
            box.pack_start(Gtk.Button(label=f"{name} {page} {place}"), False, False, 0)
        book.append_page(box, Gtk.Label(label=f"{name} {page}"))
    return book


def nested():
    outer, inner = Gtk.Notebook(), Gtk.Notebook()
    inner.append_page(Gtk.Button(label="nested"), Gtk.Label(label="inner"))
    outer.append_page(inner, Gtk.Label(label="outer"))
    return outer


def overlaid():
    """A text with a button over it, and with boxes that one sees and presses through."""
    overlay, bar, nothing = Gtk.Overlay(), Gtk.Box(valign=Gtk.Align.START), Gtk.Box()
    overlay.add(Gtk.Label(label="below", height_request=60))
    bar.pack_end(Gtk.Button(label="over"), False, False, 0)
    nothing.add(Gtk.Label(label="not shown", no_show_all=True))
    for over in (bar, nothing):
        overlay.add_overlay(over)
    return overlay


def table(rows):
    store = Gtk.ListStore(str, str)
    for index in range(rows):
        store.append([f"row {index}", str(index)])
    view = Gtk.TreeView(model=store)
    for index, title in enumerate(["Name", "Number"]):
        view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))
    scrolled = Gtk.ScrolledWindow()
    scrolled.add(view)
    return scrolled


def field():
    box = Gtk.Box()
    label, entry = Gtk.Label.new_with_mnemonic("_Street"), Gtk.Entry()
    label.set_mnemonic_widget(entry)
    # Added in another order than they stand in.
    box.pack_end(entry, True, True, 0)
    box.pack_start(label, False, False, 0)
    box.reorder_child(label, 0)
    return box


window = Gtk.Window(title="Pages", default_width=700, default_height=700)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
for widget in (notebook("tabbed"), notebook("bare", False), nested(), overlaid(), field()):
    box.pack_start(widget, False, False, 0)
box.pack_start(table(400), True, True, 0)
box.pack_start(Gtk.CheckButton(label="Settled", active=True, sensitive=False), False, False, 0)
window.add(box)
window.set_titlebar(Gtk.HeaderBar(title="Pages", show_close_button=True))
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
