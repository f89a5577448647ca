const { app, BrowserWindow } = require('electron');

/** The page of scenes, in a window without a browser around it. usage: electron . --page=URL */
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 720, height: 560, useContentSize: true });
  return window.loadURL(app.commandLine.getSwitchValue('page'));
});
