"""A window of GTK 3 with a page, which WebKitGTK reports from a process of its own. Usage: webkit_page.py URL"""

import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

window = Gtk.Window(default_width=1000, default_height=800)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.pack_start(Gtk.Button(label='Above the page'), False, False, 0)
view = WebKit2.WebView()
view.connect('notify::title', lambda *_: window.set_title(view.get_title() or ''))
view.load_uri(sys.argv[1])
box.pack_start(view, True, True, 0)
window.add(box)
window.connect('destroy', Gtk.main_quit)
window.show_all()
Gtk.main()
