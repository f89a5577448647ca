'use strict';
// An Electron app of one window. Started with --page-cells=N.
const path = require('node:path');
const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  app.setAccessibilitySupportEnabled(true);
  const window = new BrowserWindow({ width: 1200, height: 800 });
  const cells = app.commandLine.getSwitchValue('page-cells') || '500';
  return window.loadFile(path.join(__dirname, '..', 'page.html'), { query: { cells } });
});
app.on('window-all-closed', () => app.quit());
