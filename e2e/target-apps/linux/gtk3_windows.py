"""GTK 3 windows that are hard to inspect.

usage: gtk3_windows.py rows COUNT | empty | second | login
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def rows():
    """A table of two columns with as many rows as are asked for."""
    store = Gtk.ListStore(str, str)
    for index in range(int(sys.argv[2])):
        store.append([f"Row {index}", str(index * index)])
    view = Gtk.TreeView(model=store)
    for index, title in enumerate(["Name", "Square"]):
        view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))
    scrolled = Gtk.ScrolledWindow()
    scrolled.add(view)
    return window("Rows", scrolled)


def empty():
    return window("Empty", None)


def second():
    """Two windows that GTK knows, and one beside them that only the display knows."""
    attributes = Gdk.WindowAttr()
    attributes.title = "Second"
    attributes.width, attributes.height = 300, 200
    attributes.window_type = Gdk.WindowType.TOPLEVEL
    attributes.wclass = Gdk.WindowWindowClass.INPUT_OUTPUT
    bare = Gdk.Window.new(None, attributes, Gdk.WindowAttributesType.TITLE)
    bare.show()
    return [bare, window("First", Gtk.Button(label="Here")), window("Third", Gtk.Button(label="There"))]


def login():
    """A name, a password that is typed already, and a button that greets."""
    name, password = Gtk.Entry(text="Ada"), Gtk.Entry(text="hunter2", visibility=False)
    greet = Gtk.Button(label="Greet")
    greet.connect("clicked", lambda _: name.set_text(f"Hello {name.get_text()}"))
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
    for part in [name, password, greet]:
        box.pack_start(part, False, False, 0)
    return window("Login", box)


def window(title, content):
    made = Gtk.Window(title=title)
    made.set_default_size(400, 300)
    if content is not None:
        made.add(content)
    made.connect("destroy", Gtk.main_quit)
    made.show_all()
    return made


kept = {"rows": rows, "empty": empty, "second": second, "login": login}[sys.argv[1]]()
Gtk.main()
