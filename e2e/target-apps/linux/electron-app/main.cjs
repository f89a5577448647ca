const { join } = require('node:path');
const { app, BrowserWindow } = require('electron');

/** One window for each of `--names=…`, separated by commas: all have the same title. */
const names = app.commandLine.getSwitchValue('names').split(',');

void app.whenReady().then(async () => {
  for (const name of names) {
    const window = new BrowserWindow({ width: 800, height: 700 });
    await window.loadFile(join(__dirname, '..', 'form.html'), name === '' ? {} : { query: { name } });
  }
});
