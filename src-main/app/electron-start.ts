import { app } from 'electron';
import type { ElectronStart } from './display-server.ts';

export function electronStart(): ElectronStart {
  const asked = app.commandLine.getSwitchValue('ozone-platform');
  return { platform: process.platform, version: process.versions.electron, asked, env: process.env };
}
