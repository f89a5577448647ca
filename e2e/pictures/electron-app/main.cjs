const { join } = require('node:path');
const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 760, height: 640, autoHideMenuBar: true });
  return window.loadFile(join(__dirname, '..', 'page.html'));
});
