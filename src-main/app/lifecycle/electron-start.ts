import { app } from 'electron';
import type { ElectronStart } from './display-server.ts';

export function electronStart(): ElectronStart {
  const { platform, versions, argv, env } = process;
  return { platform, version: versions.electron, argv, chosen: app.commandLine.getSwitchValue('ozone-platform'), env };
}
