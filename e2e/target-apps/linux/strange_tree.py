"""A program whose accessible tree no sane toolkit would offer: a real peer on the accessibility bus, with a real window.

usage: strange_tree.py cycle | long-name | nonsense | nonsense-cache | deep | endless | dumb | dying
"""

import os
import sys

# GTK draws the window; what stands for it on the accessibility bus is made here.
os.environ["NO_AT_BRIDGE"] = "1"

import dbus  # noqa: E402
import dbus.bus  # noqa: E402
import dbus.lowlevel  # noqa: E402
import dbus.mainloop.glib  # noqa: E402
import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

ATSPI = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
CACHE = "/org/a11y/atspi/cache"
BASE = "/org/a11y/atspi/accessible/"
FRAME = BASE + "frame"
TITLE = "Strange"

# https://gitlab.gnome.org/GNOME/at-spi2-core/-/blob/AT_SPI2_CORE_2_46/atspi/atspi-constants.h
APPLICATION, FRAME_ROLE, PANEL, PUSH_BUTTON = 75, 23, 39, 43
ENABLED, SENSITIVE, SHOWING, VISIBLE = 8, 24, 25, 30
STATES = sum(1 << bit for bit in (ENABLED, SENSITIVE, SHOWING, VISIBLE))


class Tree:
    """A well-behaved app with one button; the modes below bend it."""

    toolkit = ("s", "strange")

    def __init__(self, bus_name):
        self.bus_name = bus_name
        self.nodes = {ROOT: [FRAME], FRAME: [BASE + "button"]}
        self.asked = 0

    def children(self, path):
        return self.nodes.get(path, [])

    def parent(self, path):
        return next((parent for parent, children in self.nodes.items() if path in children), ROOT)

    def name(self, path):
        return ("s", {ROOT: "strange", FRAME: TITLE}.get(path, path.rsplit("/", 1)[1]))

    def role(self, path):
        return ("u", {ROOT: APPLICATION, FRAME: FRAME_ROLE}.get(path, PANEL if self.children(path) else PUSH_BUTTON))

    def ref(self, path):
        return (self.bus_name, dbus.ObjectPath(path))

    def property(self, path, name):
        if name == "Name":
            return self.name(path)
        if name == "ToolkitName":
            return self.toolkit
        if name == "ChildCount":
            return ("i", len(self.children(path)))
        if name == "Parent":
            return ("(so)", self.ref(self.parent(path)))
        return ("s", "")

    def method(self, path, member, arguments):
        if member == "GetRole":
            return self.role(path)
        if member == "GetState":
            return ("au", [STATES, 0])
        if member == "GetInterfaces":
            return ("as", [ATSPI + "Accessible", ATSPI + "Component"])
        if member == "GetChildren":
            return ("a(so)", [self.ref(child) for child in self.children(path)])
        if member == "GetChildAtIndex":
            return ("(so)", self.ref(self.children(path)[arguments[0]]))
        if member == "GetExtents":
            return ("(iiii)", (100, 100, 400, 300) if path == FRAME else (120, 150, 100, 30))
        if member == "GetAttributes":
            return ("a{ss}", {})
        return None

    def reply(self, path, interface, member, arguments):
        """The signature and value of the answer; None for an error, False for silence."""
        if interface == "org.freedesktop.DBus.Properties" and member == "Get":
            return ("v", variant(*self.property(path, arguments[1])))
        if interface == "org.freedesktop.DBus.Properties" and member == "GetAll":
            names = ["Name", "Description", "ChildCount"]
            return ("a{sv}", {name: variant(*self.property(path, name)) for name in names})
        return self.method(path, member, arguments)


class Cycle(Tree):
    """Two panels that are each other's children, and one that is its own parent."""

    def __init__(self, bus_name):
        super().__init__(bus_name)
        one, two, own = BASE + "one", BASE + "two", BASE + "own"
        self.nodes = {ROOT: [FRAME], FRAME: [one, own], one: [two], two: [one, FRAME, BASE + "button"], own: [own]}

    def parent(self, path):
        return path if path.endswith("own") else BASE + "two" if path == BASE + "one" else super().parent(path)

    def method(self, path, member, arguments):
        if member == "GetAccessibleAtPoint":
            return ("(so)", self.ref(self.children(path)[0]))
        return super().method(path, member, arguments)


class LongName(Tree):
    def name(self, path):
        return ("s", "n" * 1_000_000) if path.endswith("button") else super().name(path)

    def property(self, path, name):
        return ("s", "d" * 1_000_000) if name == "Description" else super().property(path, name)


class Nonsense(Tree):
    """Every answer below the frame has another type than it must have."""

    toolkit = ("u", 7)

    def property(self, path, name):
        if path in (ROOT, FRAME):
            return super().property(path, name)
        return {"Name": ("u", 7), "ChildCount": ("s", "many"), "Parent": ("i", -1)}.get(name, ("d", 0.5))

    def method(self, path, member, arguments):
        if path in (ROOT, FRAME):
            return super().method(path, member, arguments)
        wrong = {"GetRole": ("s", "button"), "GetState": ("s", "on"), "GetInterfaces": ("au", [1, 2])}
        wrong.update({"GetChildren": ("a(su)", [("x", 1)]), "GetExtents": ("s", "here"), "GetAttributes": ("i", 3)})
        return wrong.get(member, ("i", 3))


class NonsenseCache(Tree):
    """Says it is GTK 3, whose cache is read, and answers that with things that are no items."""

    toolkit = ("s", "gtk")

    def method(self, path, member, arguments):
        if member == "GetItems":
            return ("av", [variant("i", 7), variant("s", "item"), variant("(si)", ("x", 2))])
        return super().method(path, member, arguments)


class Deep(Tree):
    """Each element is in another, 400 of them, as pages have it that were made by programs."""

    levels = 400

    def children(self, path):
        if path == ROOT:
            return [FRAME]
        depth = 0 if path == FRAME else int(path.rsplit("/", 1)[1])
        return [f"{BASE}{depth + 1}"] if depth < self.levels else []

    def parent(self, path):
        depth = 0 if path in (ROOT, FRAME) else int(path.rsplit("/", 1)[1])
        return ROOT if path == FRAME else FRAME if depth == 1 else f"{BASE}{depth - 1}"


class Endless(Tree):
    """Every element has ten children, and no element is met twice."""

    def children(self, path):
        return [FRAME] if path == ROOT else [f"{path}/{index}" for index in range(10)]

    def parent(self, path):
        return ROOT if path == FRAME else path.rsplit("/", 1)[0]


class Dumb(Tree):
    """The frame answers, the button never does."""

    def reply(self, path, interface, member, arguments):
        return False if path.endswith("button") else super().reply(path, interface, member, arguments)


class Dying(Endless):
    """Ends without a word in the middle of a walk."""

    def reply(self, path, interface, member, arguments):
        self.asked += 1
        if self.asked > 500:
            os._exit(9)
        return super().reply(path, interface, member, arguments)


MODES = {
    "cycle": Cycle,
    "long-name": LongName,
    "nonsense": Nonsense,
    "nonsense-cache": NonsenseCache,
    "deep": Deep,
    "endless": Endless,
    "dumb": Dumb,
    "dying": Dying,
}


def variant(signature, value):
    """A value that dbus-python sends with this very type."""
    if signature == "u":
        return dbus.UInt32(value)
    if signature == "i":
        return dbus.Int32(value)
    if signature == "d":
        return dbus.Double(value)
    if signature.startswith("("):
        return dbus.Struct(value, signature=signature[1:-1])
    return dbus.String(value)


def serve(bus, make_tree):
    """Answers for the tree as long as the connection is kept."""
    tree = make_tree(bus.get_unique_name())

    def answer(connection, message):
        if not isinstance(message, dbus.lowlevel.MethodCallMessage):
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        reply = tree.reply(
            message.get_path(), message.get_interface(), message.get_member(), message.get_args_list()
        )
        if reply is None:
            name = "org.freedesktop.DBus.Error.UnknownMethod"
            connection.send_message(dbus.lowlevel.ErrorMessage(message, name, "no such method"))
        elif reply is not False:
            answered = dbus.lowlevel.MethodReturnMessage(message)
            answered.append(reply[1], signature=reply[0])
            connection.send_message(answered)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    bus.add_message_filter(answer)
    registry = bus.get_object("org.a11y.atspi.Registry", ROOT, introspect=False)
    registry.Embed(tree.ref(ROOT), dbus_interface=ATSPI + "Socket", signature="(so)")


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    launcher = dbus.SessionBus().get_object("org.a11y.Bus", "/org/a11y/bus", introspect=False)
    address = str(launcher.GetAddress(dbus_interface="org.a11y.Bus"))
    bus = dbus.bus.BusConnection(address)
    serve(bus, MODES[sys.argv[1]])
    window = Gtk.Window(title=TITLE)
    window.set_default_size(400, 300)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 15, Gtk.main_quit)
    Gtk.main()
    bus.close()


main()
