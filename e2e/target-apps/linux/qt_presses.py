"""Counts the clicks of a button of Qt, opens a dialog from a menu entry, and tells the current rows of lists, one of them in a scroll
area, and the entry chosen in the menu of a button. usage: qt_presses.py"""

from PyQt6.QtWidgets import (
    QApplication,
    QDialog,
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
inside = QWidget()
nested = QVBoxLayout(inside)
for widget in (*(QPushButton(f"Above {at}") for at in range(9)), inner):
    nested.addWidget(widget)
area = QScrollArea()
area.setWidget(inside)
area.setFixedHeight(140)

for widget in (count, button, tools, rows, current, area):
    column.addWidget(widget)
window.setCentralWidget(body)
window.menuBar().addMenu("Menu").addAction("Entry").triggered.connect(ask)
window.show()
app.exec()
