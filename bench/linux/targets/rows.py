"""A list of 100,000 rows, a bar that moves four times a second, and a label that changes 5,000 times once Start is pressed."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

rows = 100_000
changes = 5_000

store = Gtk.ListStore(str)
for number in range(rows):
    store.append([f"Row {number}"])
view = Gtk.TreeView(model=store)
view.append_column(Gtk.TreeViewColumn("Row", Gtk.CellRendererText(), text=0))
scroller = Gtk.ScrolledWindow()
scroller.add(view)
label = Gtk.Label(label="0 changes")
bar = Gtk.ProgressBar()
start = Gtk.Button(label="Start")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.pack_start(start, False, False, 0)
box.pack_start(label, False, False, 0)
box.pack_start(bar, False, False, 0)
box.pack_start(scroller, True, True, 0)
window = Gtk.Window(title="A hundred thousand rows")
window.set_default_size(500, 600)
window.add(box)
window.connect("destroy", Gtk.main_quit)
made = 0


def move() -> bool:
    bar.set_fraction((bar.get_fraction() + 0.1) % 1)
    return True


def change() -> bool:
    global made
    for _ in range(10):
        made += 1
        label.set_text(f"{made} changes")
    return made < changes


def begin(_button: object) -> None:
    global made
    made = 0
    GLib.timeout_add(10, change)


start.connect("clicked", begin)
GLib.timeout_add(250, move)
window.show_all()
Gtk.main()
