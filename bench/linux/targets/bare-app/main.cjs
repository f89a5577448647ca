// The least that Electron shows: what Deskscope's start and frames are compared with.
const { app, BrowserWindow } = require('electron');
const path = require('node:path');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  return window.loadFile(path.join(__dirname, 'page.html'));
});
