import { app, clipboard } from 'electron';
import type { CallRecord } from '#contract/api';
import type { Settings } from '#contract/model/settings';
import type { RemoteEngine } from '../../../engine/remote-engine.ts';
import type { McpService } from '../../mcp-service.ts';
import type { ServiceHandlers } from './services.ts';

export function appHandlers(options: {
  readonly engine: RemoteEngine;
  readonly settings: () => Settings;
  readonly changeSettings: (change: Partial<Settings>) => Promise<Settings>;
  readonly mcp: McpService;
  readonly calls: () => readonly CallRecord[];
}): ServiceHandlers<'app' | 'engine' | 'settings' | 'mcp'> {
  const { engine, mcp } = options;
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
    'mcp.status': () => mcp.status,
    'mcp.disconnect': ({ id }) => mcp.disconnect(id),
    'mcp.renewToken': async ({ which }) => {
      await mcp.renewToken(which);
      return mcp.status;
    },
    'mcp.calls': () => options.calls(),
  };
}

/** Without the keys whose value is `undefined`, which `exactOptionalPropertyTypes` tells apart from missing ones. */
function definedOnly<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as never;
}
