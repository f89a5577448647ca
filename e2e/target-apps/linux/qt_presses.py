"""Counts the clicks of a button of Qt, and opens a dialog from a menu entry. usage: qt_presses.py"""

from PyQt6.QtWidgets import QApplication, QDialog, QLabel, QMainWindow, QPushButton, QVBoxLayout, QWidget

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


for widget in (count, button):
    column.addWidget(widget)
window.setCentralWidget(body)
window.menuBar().addMenu("Menu").addAction("Entry").triggered.connect(ask)
window.show()
app.exec()
