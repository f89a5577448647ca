"""A form of Qt 6 with a tool bar, which writes what was ordered to the file that is named."""

import sys

from PyQt6.QtGui import QActionGroup
from PyQt6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QToolButton,
    QWidget,
)


def send():
    wishes = [name.text(), size.currentText(), colours.checkedAction().text()]
    wishes += ["a gift"] * gift.isChecked() + ["fast"] * fast.isChecked()
    said.setText("It is ordered")
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(", ".join(wishes))


app = QApplication(sys.argv)
window = QMainWindow(windowTitle="Order")
name, size, gift, fast, said = QLineEdit(), QComboBox(), QCheckBox("Gift"), QCheckBox("Fast"), QLabel("Nothing is ordered")
size.addItems(["small", "middle", "large"])
menu, colours = QMenu(), QActionGroup(window)
for each in ("Red", "Green", "Blue"):
    colours.addAction(menu.addAction(each)).setCheckable(True)
colours.actions()[0].setChecked(True)
colour = QToolButton(text="Colour", popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
colour.setMenu(menu)
button = QToolButton(text="Send")
button.clicked.connect(send)
bar = window.addToolBar("Orders")
for each in (button, colour):
    bar.addWidget(each)
form = QFormLayout()
form.addRow("Name", name)
form.addRow("Size", size)
for each in (gift, fast, said):
    form.addRow(each)
centre = QWidget()
centre.setLayout(form)
window.setCentralWidget(centre)
window.resize(420, 300)
window.show()
app.exec()
