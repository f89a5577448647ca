"""Counts the clicks of a button of Qt, opens a dialog from a menu entry, and tells the current row of a list. usage: qt_presses.py"""

from PyQt6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QListWidget,
    QMainWindow,
    QPushButton,
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

for widget in (count, button, rows, current):
    column.addWidget(widget)
window.setCentralWidget(body)
window.menuBar().addMenu("Menu").addAction("Entry").triggered.connect(ask)
window.show()
app.exec()
