"""Fields, an editable table, a tree, and a list from which Delete removes."""
try:
    from PyQt6 import QtCore, QtWidgets
except ImportError:
    from PyQt5 import QtCore, QtWidgets
from state import State

app = QtWidgets.QApplication(['texts'])
window = QtWidgets.QWidget(windowTitle='Texts')
box = QtWidgets.QVBoxLayout(window)


def named(widget, name):
    widget.setAccessibleName(name)
    box.addWidget(widget)
    return widget


class Files(QtWidgets.QListWidget):
    def keyPressEvent(self, event):
        if event.key() in (0x01000003, 0x01000007):
            for item in self.selectedItems():
                self.takeItem(self.row(item))
        else:
            super().keyPressEvent(event)


fields = {name: named(QtWidgets.QLineEdit(name.lower()), name) for name in ('First', 'Second')}
fixed = {
    'Fixed line': named(QtWidgets.QLineEdit('kept', readOnly=True), 'Fixed line'),
    'Fixed text': named(QtWidgets.QTextEdit('kept', readOnly=True), 'Fixed text'),
    'Fixed off': named(QtWidgets.QLineEdit('kept', enabled=False), 'Fixed off'),
}
count = named(QtWidgets.QSpinBox(maximum=1000), 'Count')
notes = named(QtWidgets.QPlainTextEdit('one\ntwo'), 'Notes')
choice = named(QtWidgets.QComboBox(editable=True), 'Choice')
choice.addItems(['red', 'green'])
people = named(QtWidgets.QTableWidget(3, 2), 'People')
for row, texts in enumerate((('ada', 'london'), ('bob', 'paris'), ('cyd', 'rome'))):
    for column, text in enumerate(texts):
        people.setItem(row, column, QtWidgets.QTableWidgetItem(text))
files = named(Files(), 'Files')
files.addItems(['a.txt', 'b.txt', 'c.txt'])


def read():
    state = {name: field.text() for name, field in fields.items()}
    state.update({name: getattr(field, 'toPlainText', getattr(field, 'text', None))() for name, field in fixed.items()})
    state.update({f'{row}.{column}': people.item(row, column).text() for row in range(3) for column in (0, 1)})
    state['Files'] = [files.item(row).text() for row in range(files.count())]
    return {**state, 'Count': count.value(), 'Notes': notes.toPlainText(), 'Choice': choice.currentText()}


state = State(read)
timer = QtCore.QTimer()
timer.timeout.connect(state.write)
timer.start(40)
window.resize(420, 720)
window.show()
app.exec()
