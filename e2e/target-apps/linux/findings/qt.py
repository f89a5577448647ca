"""A Qt 5 window with one defect a control, or without any.

usage: qt.py planted|clean
"""

import sys

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QPainter, QPixmap
from PyQt5.QtWidgets import (
    QApplication,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyle,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)


class Painted(QWidget):
    """Writes a word that it tells nobody."""

    def paintEvent(self, event):
        painter = QPainter(self)
        font = painter.font()
        font.setPixelSize(24)
        painter.setFont(font)
        painter.drawText(self.rect(), Qt.AlignCenter, "Departure")


def small(name, parent, x):
    button = QToolButton(parent)
    button.setGeometry(x, 4, 12, 12)
    button.setAccessibleName(name)
    button.setFocusPolicy(Qt.StrongFocus)
    return button


def planted(window):
    layout = QVBoxLayout(window)
    layout.setSpacing(24)
    icon = window.style().standardIcon(QStyle.SP_DialogSaveButton)
    save = QPushButton()
    save.setIcon(icon)
    edit = QLineEdit()
    painted = Painted()
    painted.setFixedSize(220, 40)
    smalls = QWidget()
    smalls.setFixedSize(200, 24)
    small("Up", smalls, 4)
    small("Down", smalls, 18)
    tabs = QTabWidget()
    tabs.addTab(QLabel("First page"), "First")
    tabs.addTab(QLabel("Second page"), "")
    picture = QLabel()
    pixels = QPixmap(48, 48)
    pixels.fill(Qt.darkGreen)
    picture.setPixmap(pixels)
    shared = QWidget()
    shared.setFixedSize(200, 40)
    for text in ("Under", "Over"):
        QPushButton(text, shared).setGeometry(0, 0, 120, 36)
    idle = QLabel("Only a text")
    idle.setFocusPolicy(Qt.StrongFocus)
    for widget in (save, edit, painted, smalls, tabs, picture, shared, idle, QPushButton("Inbox (42)")):
        layout.addWidget(widget)


def clean(window):
    layout = QFormLayout(window)
    layout.setSpacing(24)
    size = QComboBox()
    size.addItems(["Small", "Large"])
    layout.addRow("&Name", QLineEdit())
    layout.addRow("&Size", size)
    tabs = QTabWidget()
    tabs.addTab(QPushButton("Order"), "General")
    hidden = QWidget()
    QLineEdit(hidden)
    tabs.addTab(hidden, "Advanced")
    layout.addRow(tabs)


app = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle(f"Findings {sys.argv[1]}")
{"planted": planted, "clean": clean}[sys.argv[1]](window)
window.show()
app.exec_()
