"""A flow box, a table and an icon view of GTK 3 with labels beside them, that tell what is selected or written, and a menu in a menu with an entry that
runs a dialog. usage: gtk3_views.py"""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Views")
window.connect("destroy", Gtk.main_quit)
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
told = Gtk.Label(label="Nothing is selected")


def add(label, view):
    row = Gtk.Box(spacing=6)
    row.pack_start(Gtk.Label(label=label), False, False, 0)
    row.pack_start(view, True, True, 0)
    column.pack_start(row, False, False, 0)


def ask(_):
    dialog = Gtk.Dialog(title="Sure?", transient_for=window, modal=True)
    dialog.add_button("Quite", 1)
    dialog.run()
    dialog.destroy()
    told.set_label("Quite is selected")


def entry(label, *below):
    one = Gtk.MenuItem(label=label)
    if below:
        one.set_submenu(Gtk.Menu())
    for child in below:
        one.get_submenu().append(child)
    return one


bar, asks = Gtk.MenuBar(), entry("Ask")
asks.connect("activate", ask)
wraps = Gtk.CheckMenuItem(label="Wrap", active=True)
wraps.connect("toggled", lambda item: told.set_label(f"Wrap {item.get_active()} is selected"))
bar.append(entry("File", entry("Open"), wraps, entry("More", asks, entry("Other"))))
column.pack_start(bar, False, False, 0)

flow = Gtk.FlowBox(selection_mode=Gtk.SelectionMode.SINGLE)
for at in range(8):
    flow.add(Gtk.Label(label=f"Flow {at}"))
flow.connect(
    "selected-children-changed",
    lambda box: [told.set_label(f"{each.get_child().get_label()} is selected") for each in box.get_selected_children()],
)
add("Colours:", flow)

rows = Gtk.ListStore(str)
for at in range(6):
    rows.append([f"Icon {at}"])
people = Gtk.ListStore(str, str)
for name in ("Anna", "Berta"):
    people.append([name, f"{name} fixed"])
written = Gtk.CellRendererText(editable=True)


def write(_, path, text):
    people[path][0] = text
    told.set_label(f"Cell {path} {text} is selected")


written.connect("edited", write)
table = Gtk.TreeView(model=people)
table.append_column(Gtk.TreeViewColumn("Name", written, text=0))
table.append_column(Gtk.TreeViewColumn("Fixed", Gtk.CellRendererText(), text=1))
add("People:", table)

icons = Gtk.IconView(model=rows, text_column=0)
icons.connect(
    "selection-changed",
    lambda view: [told.set_label(f"{rows[path][0]} is selected") for path in view.get_selected_items()],
)
add("Icons:", icons)
towns = Gtk.ComboBoxText()
for at in range(90):
    towns.append_text(f"Town {at}")
towns.set_active(0)
add("Towns:", towns)
regions = Gtk.TreeStore(str)
for outer in ("North", "South"):
    one = regions.append(None, [outer])
    regions.append(one, [f"{outer} West"])
region = Gtk.ComboBox(model=regions)
cell = Gtk.CellRendererText()
region.pack_start(cell, True)
region.add_attribute(cell, "text", 0)
region.connect("changed", lambda box: told.set_label(f"{regions[box.get_active_iter()][0]} is selected"))
add("Region:", region)
add("Count:", Gtk.SpinButton.new_with_range(1, 9, 1))
column.pack_start(told, False, False, 0)

window.add(column)
window.show_all()
Gtk.main()
