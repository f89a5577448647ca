import { app, clipboard } from 'electron';
import type { CallRecord, McpStatus } from '#contract/api';
import type { Settings } from '#contract/model/settings';
import type { RemoteEngine } from '../../../engine/remote-engine.ts';
import type { ServiceHandlers } from './services.ts';

export function appHandlers(options: {
  readonly engine: RemoteEngine;
  readonly settings: () => Settings;
  readonly changeSettings: (change: Partial<Settings>) => Promise<Settings>;
  readonly mcpStatus: () => McpStatus;
  readonly calls: () => readonly CallRecord[];
}): ServiceHandlers<'app' | 'engine' | 'settings' | 'mcp'> {
  const { engine } = options;
  return {
    'app.info': async () => {
      const { backend, capabilities, monitors, desktops } = await engine.describe({});
      const platform = `${process.platform} ${process.arch}`;
      const electron = process.versions.electron;
      return { version: app.getVersion(), electron, platform, backend, capabilities, monitors, desktops };
    },
    'app.diagnose': () => engine.diagnose({}),
    // Asynchronous from Electron 44 on; waiting suits both.
    'app.copyText': async ({ text }) => clipboard.writeText(text),
    'engine.status': () => engine.status,
    'engine.restart': () => engine.restart(),
    'settings.get': () => options.settings(),
    'settings.set': (change) => options.changeSettings(definedOnly(change)),
    'mcp.status': () => options.mcpStatus(),
    'mcp.calls': () => options.calls(),
  };
}

/** Without the keys whose value is `undefined`, which `exactOptionalPropertyTypes` tells apart from missing ones. */
function definedOnly<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as never;
}
