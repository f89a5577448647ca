"""A scene of Qt widgets. usage: qt.py 5|6 LOG"""

import sys

if sys.argv[1] == "5":
    from PyQt5 import QtCore, QtGui, QtWidgets
else:
    from PyQt6 import QtCore, QtGui, QtWidgets

from common import Log, do, listen  # noqa: E402

log = Log(sys.argv[2])
Kind = QtCore.QEvent.Type if sys.argv[1] == "6" else QtCore.QEvent
Qt = QtCore.Qt


class Filter(QtCore.QObject):
    """Sees every event of the app before its receiver does. One that nobody takes goes on to the parents: the first counts."""

    def __init__(self):
        super().__init__()
        self.last = None
        self.over = None

    def eventFilter(self, receiver, event):
        kind = event.type()
        if isinstance(receiver, QtWidgets.QWidget):
            if kind in (Kind.MouseButtonPress, Kind.MouseButtonDblClick):
                self.once(event, lambda: log.event(ident_of(receiver), "down", button_of(event)))
            elif kind == Kind.MouseButtonRelease:
                at = event.globalPos() if sys.argv[1] == "5" else event.globalPosition().toPoint()
                self.once(event, lambda: log.event(ident_of(QtWidgets.QApplication.widgetAt(at)), "up", button_of(event)))
            elif kind == Kind.Wheel:
                self.once(event, lambda: log.event(ident_of(receiver), "wheel"))
            elif kind == Kind.Enter:
                self.moved_over(ident_of(receiver))
            elif kind == Kind.MouseMove:
                self.once(event, lambda: self.moved_over(ident_of(receiver)))
            elif kind == Kind.KeyPress:
                # Keys that come in a row may have the same time; the parents get one after what has the focus.
                if receiver == (QtWidgets.QApplication.focusWidget() or QtWidgets.QApplication.activeWindow()):
                    log.event(ident_of(receiver), "key", QtGui.QKeySequence(event.key()).toString())
        return False

    def moved_over(self, at):
        if at != self.over:
            self.over = at
            log.event(at, "over")

    def once(self, event, then):
        this = (int(event.type()) if sys.argv[1] == "5" else event.type(), event.timestamp())
        if this != self.last:
            self.last = this
            then()


def button_of(event):
    return {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.MiddleButton: 2, Qt.MouseButton.RightButton: 3}.get(event.button(), 0)


def ident_of(widget):
    while widget is not None:
        if isinstance(widget, QtWidgets.QListWidget):
            at = widget.viewport().mapFromGlobal(QtGui.QCursor.pos())
            row = widget.itemAt(at)
            return widget.property("ident") + ("/" + row.text() if row else "")
        ident = widget.property("ident")
        if ident is not None:
            return ident
        widget = widget.parentWidget()
    return ""


class Area(QtWidgets.QLabel):
    """What takes every press, and does nothing with it."""

    def mousePressEvent(self, event):
        if self.focusPolicy() != Qt.FocusPolicy.NoFocus:
            self.setFocus()
        event.accept()

    def mouseReleaseEvent(self, event):
        event.accept()

    def mouseDoubleClickEvent(self, event):
        event.accept()

    def wheelEvent(self, event):
        event.accept()


class App(QtCore.QObject):
    command = QtCore.pyqtSignal(int, object)

    def __init__(self):
        super().__init__()
        self.window = QtWidgets.QMainWindow()
        self.window.setWindowTitle("Scene")
        self.items = {}
        self.command.connect(lambda ms, then: QtCore.QTimer.singleShot(ms, then))

    def do_scene(self, title, items, menu):
        self.window.setWindowTitle(title)
        self.items = {}
        bar = QtWidgets.QMenuBar()
        top = QtWidgets.QMenu(menu["name"], bar)
        top.setProperty("ident", "menu")
        for ident, name in menu["entries"]:
            top.addAction(name).triggered.connect(lambda _, ident=ident: log.event(ident, "clicked"))
        bar.addMenu(top)
        self.window.setMenuBar(bar)
        self.root = QtWidgets.QWidget()
        self.root.setFixedSize(640, 400)
        self.window.setCentralWidget(self.root)
        for item in items:
            self.do_add(item)
        self.window.show()

    def do_add(self, item):
        parent = self.pane.widget() if item.get("pane") else self.root
        widget = getattr(self, "make_" + item["kind"])(item, parent)
        widget.setProperty("ident", item["id"])
        widget.setGeometry(item["x"], item["y"], item["w"], item["h"])
        widget.setEnabled(item.get("enabled", True))
        self.items[item["id"]] = (widget, item)
        if item["kind"] not in ("button", "check", "link", "veil"):
            widget.setAccessibleName(item["name"])
        widget.show()

    def make_button(self, item, parent):
        button = QtWidgets.QPushButton(item["name"], parent)
        button.clicked.connect(lambda: log.event(item["id"], "clicked"))
        return button

    def make_check(self, item, parent):
        check = QtWidgets.QCheckBox(item["name"], parent)
        check.toggled.connect(lambda on: log.event(item["id"], "toggled", on))
        return check

    def make_link(self, item, parent):
        link = QtWidgets.QCommandLinkButton(item["name"], parent)
        link.clicked.connect(lambda: log.event(item["id"], "clicked"))
        return link

    def make_field(self, item, parent):
        field = QtWidgets.QLineEdit(item.get("value", ""), parent)
        field.textChanged.connect(lambda text: log.event(item["id"], "text", text))
        return field

    def make_pad(self, item, parent):
        pad = Area(item["name"], parent)
        pad.setStyleSheet("background: #bbd")
        pad.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        pad.setMouseTracking(True)
        return pad

    def make_cover(self, item, parent):
        cover = Area(item["name"], parent)
        cover.setStyleSheet("background: #c33; color: white")
        return cover

    def make_veil(self, item, parent):
        veil = QtWidgets.QWidget(parent)
        veil.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        veil.setStyleSheet("background: rgba(50, 200, 50, 60)")
        return veil

    def make_combo(self, item, parent):
        combo = QtWidgets.QComboBox(parent)
        combo.addItems(item["options"])
        combo.currentTextChanged.connect(lambda text: log.event(item["id"], "selected", text))
        return combo

    def make_slider(self, item, parent):
        slider = QtWidgets.QSlider(Qt.Orientation.Horizontal, parent)
        slider.setRange(0, 100)
        slider.valueChanged.connect(lambda value: log.event(item["id"], "value", value))
        return slider

    def make_tabs(self, item, parent):
        tabs = QtWidgets.QTabWidget(parent)
        for option in item["options"]:
            tabs.addTab(QtWidgets.QLabel("Page of " + option), option)
        tabs.currentChanged.connect(lambda at: log.event(item["id"], "selected", item["options"][at]))
        return tabs

    def make_list(self, item, parent):
        rows = QtWidgets.QListWidget(parent)
        rows.addItems(item["options"])
        rows.itemSelectionChanged.connect(
            lambda: [log.event(item["id"] + "/" + row.text(), "selected") for row in rows.selectedItems()]
        )
        return rows

    def make_pane(self, item, parent):
        self.pane = QtWidgets.QScrollArea(parent)
        inner = QtWidgets.QWidget()
        inner.setFixedSize(item["w"] - 24, item["height"])
        self.pane.setWidget(inner)
        return self.pane

    def do_move(self, id, x, y):
        self.items[id][0].move(x, y)

    def do_size(self, id, w, h):
        self.items[id][0].resize(w, h)

    def do_rename(self, id, name):
        widget, item = self.items[id]
        if item["kind"] in ("button", "check", "link", "pad", "cover"):
            widget.setText(name)
        if item["kind"] not in ("button", "check", "link"):
            widget.setAccessibleName(name)

    def do_remove(self, id):
        widget, _ = self.items.pop(id)
        widget.hide()
        widget.deleteLater()

    def do_enable(self, id, on):
        self.items[id][0].setEnabled(on)

    def do_scroll(self, y):
        self.pane.verticalScrollBar().setValue(y)


qt = QtWidgets.QApplication([])
watch = Filter()
qt.installEventFilter(watch)
app = App()
listen(app.command.emit, lambda command: do(log, app, command) if command else qt.quit())
app.window.show()
sys.exit(qt.exec())
