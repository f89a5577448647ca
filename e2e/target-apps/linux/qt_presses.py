"""Counts the clicks of a button of Qt, opens a dialog from a menu entry, and tells the current rows of lists, one of them in a scroll
area, the entry chosen in the menu of a button or a label, and what is entered in a row, a date and a list that takes other texts. usage: qt_presses.py [5]"""

import sys

if "5" in sys.argv:
    import PyQt5.QtWidgets

    sys.modules.update({name.replace("PyQt5", "PyQt6"): each for name, each in sys.modules.items() if "PyQt5" in name})

from PyQt6.QtCore import QDate, Qt  # noqa: E402
from PyQt6.QtWidgets import (  # noqa: E402
    QApplication,
    QComboBox,
    QDateEdit,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

app = QApplication(["presses"])
window = QMainWindow()
window.setWindowTitle("Presses")
body = QWidget()
column = QVBoxLayout(body)
count = QLabel("0 clicks")
button = QPushButton("Count")
button.clicked.connect(lambda: count.setText(f"{int(count.text().split()[0]) + 1} clicks"))


def ask():
    dialog = QDialog(window)
    dialog.setWindowTitle("Sure?")
    close = QPushButton("Close it")
    close.clicked.connect(dialog.accept)
    QVBoxLayout(dialog).addWidget(close)
    dialog.exec()
    count.setText("closed")


rows, current = QListWidget(), QLabel("nothing is current")
rows.setAccessibleName("Rows")
rows.addItems([f"Row {at}" for at in range(60)])
rows.currentTextChanged.connect(lambda text: current.setText(f"{text} is current"))

tools = QToolButton(text="Tools", popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
tools.setMenu(QMenu())
for entry in ("Cut", "Paste"):
    tools.menu().addAction(entry).triggered.connect(lambda _, entry=entry: current.setText(f"{entry} is chosen"))

inner = QListWidget()
inner.addItems([f"Inner {at}" for at in range(60)])
inner.setFixedHeight(90)
inner.currentTextChanged.connect(lambda text: current.setText(f"{text} is current"))
for at in range(60):
    inner.item(at).setFlags(inner.item(at).flags() | Qt.ItemFlag.ItemIsEditable)
inner.itemChanged.connect(lambda row: current.setText(f"{row.text()} is entered"))
due = QDateEdit(QDate(2024, 1, 31), displayFormat="d MMM yyyy")
due.setAccessibleName("Due")
due.dateChanged.connect(lambda date: current.setText(f"{date.toString(Qt.DateFormat.ISODate)} is due"))
town = QComboBox(editable=True)
town.addItems(["Oslo", "Rome"])
label = QLabel("Town")
label.setBuddy(town)
town.currentTextChanged.connect(lambda text: current.setText(f"“{text}” is the town"))
beside = QWidget()
for widget in (tools, due, label, town):
    (beside.layout() or QHBoxLayout(beside)).addWidget(widget)
inside = QWidget()
nested = QVBoxLayout(inside)
for widget in (*(QPushButton(f"Above {at}") for at in range(9)), inner):
    nested.addWidget(widget)
area = QScrollArea()
area.setWidget(inside)
area.setFixedHeight(140)

# A button below a lid, on which another one lies that looks different while the pointer is on it.
heap = QWidget()
heap.setFixedSize(300, 60)
heaped, lid = QPushButton("Heaped", heap), QWidget(heap)
heaped.setGeometry(60, 10, 120, 36)
lid.setGeometry(0, 0, 300, 60)
lid.mousePressEvent = lambda _: current.setText("the lid is pressed")
QPushButton("Hovered", lid).setGeometry(10, 4, 80, 30)

for widget in (count, button, beside, rows, current, area, heap):
    column.addWidget(widget)
window.setCentralWidget(body)
window.menuBar().addMenu("Menu").addAction("Entry").triggered.connect(ask)

# A context menu whose second entry is also in a menu of the bar, at another place and among longer ones.
edit, context = window.menuBar().addMenu("Edit"), QMenu(window)
for text in ("Before everything else in this menu", "Again"):
    edit.addAction(text)
rename = edit.addAction("Rename")
for where, entry in ((context, context.addAction("First")), (context, rename), (context, context.addAction("Last"))):
    where.addAction(entry)
    entry.triggered.connect(lambda _, entry=entry: current.setText(f"{entry.text()} is chosen"))
count.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
count.customContextMenuRequested.connect(lambda at: context.popup(count.mapToGlobal(at)))
window.show()
app.exec()
