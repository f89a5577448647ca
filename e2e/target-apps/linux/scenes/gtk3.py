"""A scene of GTK 3 widgets. usage: gtk3.py LOG"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

from common import Log, do, listen  # noqa: E402

log = Log(sys.argv[1])
CSS = b".cover { background: #c33; color: white; } .veil { background: alpha(#3c3, 0.2); } .pad { background: #bbd; }"


class App:
    def __init__(self):
        style = Gtk.CssProvider()
        style.load_from_data(CSS)
        Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, 800)
        self.window = Gtk.Window(title="Scene")
        self.window.connect("destroy", Gtk.main_quit)
        self.over = None
        self.items = {}
        Gdk.Event.handler_set(self.on_event)

    def on_event(self, event):
        kind = event.type
        presses = {Gdk.EventType.BUTTON_PRESS: "down", Gdk.EventType.BUTTON_RELEASE: "up"}
        if kind in presses:
            widget = Gtk.get_event_widget(event)
            log.event(ident_of(widget), presses[kind], event.button.button)
        elif kind == Gdk.EventType.SCROLL:
            log.event(ident_of(Gtk.get_event_widget(event)), "wheel")
        elif kind in (Gdk.EventType.MOTION_NOTIFY, Gdk.EventType.ENTER_NOTIFY):
            # GTK delays and merges motions: one may come after the pointer has left the widget that it names. To ask where the
            # pointer is disturbs open menus.
            widget = Gtk.get_event_widget(event)
            if not Gtk.grab_get_current():
                window, _, _ = Gdk.Event.get_device(event).get_window_at_position()
                widget = window.get_user_data() if window else None
            over = ident_of(widget)
            if over != self.over:
                self.over = over
                log.event(over, "over")
        elif kind == Gdk.EventType.KEY_PRESS:
            focus = self.window.get_focus()
            log.event(ident_of(focus), "key", Gdk.keyval_name(event.key.keyval))
        Gtk.main_do_event(event)

    def do_scene(self, title, items, menu):
        old = self.window.get_child()
        if old:
            old.destroy()
        self.window.set_title(title)
        self.items = {}
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        column.pack_start(self.menu_bar(menu), False, False, 0)
        self.overlay = Gtk.Overlay()
        self.root = Gtk.Fixed()
        self.root.set_size_request(640, 400)
        self.overlay.add(self.root)
        column.pack_start(self.overlay, True, True, 0)
        self.window.add(column)
        self.pane = None
        for item in items:
            self.do_add(item)
        self.window.show_all()
        self.window.present()

    def menu_bar(self, menu):
        bar, top, entries = Gtk.MenuBar(), Gtk.MenuItem(label=menu["name"]), Gtk.Menu()
        top.ident = "menu"
        for ident, name in menu["entries"]:
            entry = Gtk.MenuItem(label=name)
            entry.ident = ident
            entry.connect("activate", lambda entry: log.event(entry.ident, "clicked"))
            entries.append(entry)
        top.set_submenu(entries)
        bar.append(top)
        return bar

    def do_add(self, item):
        widget = getattr(self, "make_" + item["kind"])(item)
        widget.ident = item["id"]
        widget.set_size_request(item["w"], item["h"])
        widget.set_sensitive(item.get("enabled", True))
        self.items[item["id"]] = (widget, item)
        if item["kind"] in ("cover", "veil"):
            widget.set_halign(Gtk.Align.START)
            widget.set_valign(Gtk.Align.START)
            self.overlay.add_overlay(widget)
            self.overlay.set_overlay_pass_through(widget, item["kind"] == "veil")
        else:
            (self.pane_fixed if item.get("pane") else self.root).put(widget, item["x"], item["y"])
        self.do_move(item["id"], item["x"], item["y"])
        widget.show_all()

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
        field.get_accessible().set_name(item["name"])
        field.connect("changed", lambda field: log.event(item["id"], "text", field.get_text()))
        return field

    def make_pad(self, item):
        return self.area(item, "pad")

    def make_cover(self, item):
        return self.area(item, "cover")

    def area(self, item, style):
        area = Gtk.EventBox(can_focus=style == "pad")
        area.add(Gtk.Label(label=item["name"]))
        area.get_style_context().add_class(style)
        area.get_accessible().set_name(item["name"])
        masks = Gdk.EventMask
        area.add_events(
            masks.BUTTON_PRESS_MASK | masks.BUTTON_RELEASE_MASK | masks.POINTER_MOTION_MASK | masks.ENTER_NOTIFY_MASK | masks.SCROLL_MASK
        )
        if style == "pad":
            area.connect("button-press-event", lambda area, _: area.grab_focus())
        else:
            area.connect("button-press-event", lambda *_: True)
        return area

    def make_veil(self, item):
        veil = Gtk.Label()
        veil.get_style_context().add_class("veil")
        return veil

    def make_combo(self, item):
        combo = Gtk.ComboBoxText()
        combo.get_accessible().set_name(item["name"])
        for option in item["options"]:
            combo.append_text(option)
        combo.set_active(0)
        combo.connect("changed", lambda combo: log.event(item["id"], "selected", combo.get_active_text()))
        return combo

    def make_slider(self, item):
        slider = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        slider.set_draw_value(False)
        slider.get_accessible().set_name(item["name"])
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
        rows.get_accessible().set_name(item["name"])
        for option in item["options"]:
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=option, xalign=0))
            row.ident = item["id"] + "/" + option
            row.get_accessible().set_name(option)
            rows.add(row)
        rows.connect("row-selected", lambda _, row: row and log.event(row.ident, "selected"))
        return scrolled(rows)

    def make_pane(self, item):
        self.pane_fixed = Gtk.Fixed()
        self.pane_fixed.set_size_request(-1, item["height"])
        self.pane = scrolled(self.pane_fixed)
        return self.pane

    def do_move(self, id, x, y):
        widget, item = self.items[id]
        if item["kind"] in ("cover", "veil"):
            widget.set_margin_start(x)
            widget.set_margin_top(y)
        else:
            widget.get_parent().move(widget, x, y)

    def do_size(self, id, w, h):
        self.items[id][0].set_size_request(w, h)

    def do_rename(self, id, name):
        widget, item = self.items[id]
        if item["kind"] in ("button", "check", "link"):
            widget.set_label(name)
        else:
            called = widget.get_child().get_child() if item["kind"] == "list" else widget
            called.get_accessible().set_name(name)
        if item["kind"] in ("pad", "cover"):
            widget.get_child().set_label(name)

    def do_remove(self, id):
        self.items.pop(id)[0].destroy()

    def do_enable(self, id, on):
        self.items[id][0].set_sensitive(on)

    def do_scroll(self, y):
        self.pane.get_vadjustment().set_value(y)


def scrolled(child):
    window = Gtk.ScrolledWindow(overlay_scrolling=False)
    window.add(child)
    return window


def ident_of(widget):
    while widget:
        if hasattr(widget, "ident"):
            return widget.ident
        widget = widget.get_parent()
    return ""


app = App()
listen(
    lambda ms, then: GLib.timeout_add(ms, lambda: then() and False, priority=GLib.PRIORITY_DEFAULT),
    lambda command: do(log, app, command) if command else Gtk.main_quit(),
)
Gtk.main()
