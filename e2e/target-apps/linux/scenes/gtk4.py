"""A scene of GTK 4 widgets. usage: gtk4.py LOG"""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

from common import Log, do, listen  # noqa: E402

log = Log(sys.argv[1])
CSS = ".cover { background: #c33; color: white; } .veil { background: alpha(#3c3, 0.2); } .pad { background: #bbd; }"


class App:
    def __init__(self, application):
        style = Gtk.CssProvider()
        style.load_from_data(CSS.encode())
        Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, 800)
        self.window = Gtk.ApplicationWindow(application=application, title="Scene")
        self.items = {}

    def do_scene(self, title, items, menu):
        self.window.set_title(title)
        self.items = {}
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        column.append(self.menu_button(menu))
        self.root = Gtk.Fixed()
        self.root.set_size_request(640, 400)
        column.append(self.root)
        watch(column, "", keys=False)
        self.window.set_child(column)
        self.pane = None
        for item in items:
            self.do_add(item)
        self.window.present()

    def menu_button(self, menu):
        entries = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        popover = Gtk.Popover(child=entries)
        for ident, name in menu["entries"]:
            entry = Gtk.Button(label=name, has_frame=False)
            entry.connect("clicked", lambda _, ident=ident: (log.event(ident, "clicked"), popover.popdown()))
            watch(entry, ident)
            entries.append(entry)
        button = Gtk.MenuButton(label=menu["name"], popover=popover, halign=Gtk.Align.START)
        watch(button, "menu")
        return button

    def do_add(self, item):
        widget = getattr(self, "make_" + item["kind"])(item)
        widget.set_size_request(item["w"], item["h"])
        widget.set_sensitive(item.get("enabled", True))
        if item["kind"] not in ("veil", "list", "pane"):
            watch(widget, item["id"])
        self.items[item["id"]] = (widget, item)
        (self.pane_fixed if item.get("pane") else self.root).put(widget, item["x"], item["y"])

    def make_button(self, item):
        button = Gtk.Button(label=item["name"])
        button.connect("clicked", lambda _: log.event(item["id"], "clicked"))
        return button

    def make_check(self, item):
        check = Gtk.CheckButton(label=item["name"])
        check.connect("toggled", lambda check: log.event(item["id"], "toggled", check.get_active()))
        return check

    def make_link(self, item):
        link = Gtk.LinkButton(uri="about:blank", label=item["name"])
        link.connect("activate-link", lambda _: log.event(item["id"], "clicked") or True)
        return link

    def make_field(self, item):
        field = Gtk.Entry(text=item.get("value", ""))
        called(field, item["name"])
        field.connect("changed", lambda field: log.event(item["id"], "text", field.get_text()))
        return field

    def make_pad(self, item):
        # A group is what a custom control of GTK 4 is that says nothing else of itself.
        pad = Gtk.Box(accessible_role=Gtk.AccessibleRole.GROUP, focusable=True)
        pad.append(Gtk.Label(label=item["name"], hexpand=True))
        pad.add_css_class("pad")
        called(pad, item["name"])
        click = Gtk.GestureClick()
        click.connect("pressed", lambda *_: pad.grab_focus())
        pad.add_controller(click)
        return pad

    def make_cover(self, item):
        cover = Gtk.Box(accessible_role=Gtk.AccessibleRole.GROUP)
        cover.append(Gtk.Label(label=item["name"], hexpand=True))
        cover.add_css_class("cover")
        called(cover, item["name"])
        return cover

    def make_veil(self, item):
        veil = Gtk.Box(can_target=False)
        veil.add_css_class("veil")
        return veil

    def make_combo(self, item):
        combo = Gtk.DropDown.new_from_strings(item["options"])
        called(combo, item["name"])
        combo.connect("notify::selected", lambda combo, _: log.event(item["id"], "selected", item["options"][combo.get_selected()]))
        return combo

    def make_slider(self, item):
        slider = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        called(slider, item["name"])
        slider.connect("value-changed", lambda slider: log.event(item["id"], "value", slider.get_value()))
        return slider

    def make_tabs(self, item):
        tabs = Gtk.Notebook()
        for option in item["options"]:
            tabs.append_page(Gtk.Label(label="Page of " + option), Gtk.Label(label=option))
        tabs.connect("switch-page", lambda _, __, at: log.event(item["id"], "selected", item["options"][at]))
        return tabs

    def make_list(self, item):
        rows = Gtk.ListBox()
        called(rows, item["name"])
        for option in item["options"]:
            row = Gtk.ListBoxRow(child=Gtk.Label(label=option, xalign=0))
            row.ident = item["id"] + "/" + option
            watch(row, row.ident)
            called(row, option)
            rows.append(row)
        rows.connect("row-selected", lambda _, row: row and log.event(row.ident, "selected"))
        return Gtk.ScrolledWindow(child=rows, overlay_scrolling=False)

    def make_pane(self, item):
        self.pane_fixed = Gtk.Fixed()
        self.pane_fixed.set_size_request(-1, item["height"])
        self.pane = Gtk.ScrolledWindow(child=self.pane_fixed, overlay_scrolling=False)
        return self.pane

    def do_move(self, id, x, y):
        widget, _ = self.items[id]
        widget.get_parent().move(widget, x, y)

    def do_size(self, id, w, h):
        self.items[id][0].set_size_request(w, h)

    def do_rename(self, id, name):
        widget, item = self.items[id]
        if item["kind"] in ("button", "check", "link"):
            widget.set_label(name)
        else:
            called(widget.get_child().get_child() if item["kind"] == "list" else widget, name)
        if item["kind"] in ("pad", "cover"):
            widget.get_first_child().set_label(name)

    def do_remove(self, id):
        widget, _ = self.items.pop(id)
        widget.get_parent().remove(widget)

    def do_enable(self, id, on):
        self.items[id][0].set_sensitive(on)

    def do_scroll(self, y):
        self.pane.get_vadjustment().set_value(y)


def called(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])


def watch(widget, ident, keys=True):
    """Logs what reaches the widget or what is in it; before the widget itself takes it."""
    # The innermost of watched widgets counts: the root and the pane are watched too, and hear of all that lies on them.
    widget.ident = ident
    click = Gtk.GestureClick(button=0, propagation_phase=Gtk.PropagationPhase.CAPTURE)

    def innermost(x, y):
        found = widget.pick(x, y, Gtk.PickFlags.INSENSITIVE)
        while found is not None and not hasattr(found, "ident"):
            found = found.get_parent()
        return found is widget

    click.connect("pressed", lambda g, _, x, y: innermost(x, y) and log.event(ident, "down", g.get_current_button()))
    widget.add_controller(click)
    # A click that became a drag is no click any more, and has no end that a click hears of.
    drag = Gtk.GestureDrag(button=0, propagation_phase=Gtk.PropagationPhase.CAPTURE)

    def dropped(gesture, dx, dy):
        _, x, y = gesture.get_start_point()
        if innermost(x, y):
            log.event(under(widget, x + dx, y + dy), "up", gesture.get_current_button())

    drag.connect("drag-end", dropped)
    widget.add_controller(drag)
    motion = Gtk.EventControllerMotion()
    motion.connect("enter", lambda *_: log.event(ident, "over"))
    widget.add_controller(motion)
    wheel = Gtk.EventControllerScroll(
        flags=Gtk.EventControllerScrollFlags.BOTH_AXES, propagation_phase=Gtk.PropagationPhase.CAPTURE
    )
    wheel.connect("scroll", lambda *_: log.event(ident, "wheel") or False)
    widget.add_controller(wheel)
    if keys:
        key = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        key.connect("key-pressed", lambda _, value, *__: log.event(ident, "key", Gdk.keyval_name(value)) or False)
        widget.add_controller(key)


def under(widget, x, y):
    root = widget.get_root()
    place = widget.translate_coordinates(root, x, y)
    found = root.pick(*place, Gtk.PickFlags.INSENSITIVE) if place else None
    while found is not None and not hasattr(found, "ident"):
        found = found.get_parent()
    return found.ident if found is not None else ""


def show(application):
    app = App(application)
    app.window.present()
    listen(
        lambda ms, then: GLib.timeout_add(ms, lambda: then() and False, priority=GLib.PRIORITY_DEFAULT),
        lambda command: do(log, app, command) if command else application.quit(),
    )


application = Gtk.Application()
application.connect("activate", show)
application.run()
