'use strict';
// Stands in for Electron's missing default app: runs the app folder named on the command line.
const path = require('node:path');
const { app } = require('electron');

const args = process.argv.slice(1);
for (let at = args.indexOf('-r'); at >= 0; at = args.indexOf('-r')) {
  const [, file] = args.splice(at, 2);
  require(path.resolve(file));
}
const folder = path.resolve(args.find((argument) => !argument.startsWith('-')) ?? '.');
const { name, productName, version, main } = require(path.join(folder, 'package.json'));
app.setAppPath(folder);
app.setName(productName ?? name);
app.setVersion(version);
app.setPath(
  'userData',
  app.commandLine.getSwitchValue('user-data-dir') || path.join(app.getPath('appData'), app.getName()),
);
require(path.join(folder, main));
