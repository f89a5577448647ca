import { app, clipboard } from 'electron';
import type { CallRecord, McpStatus } from '#contract/api';
import type { EngineStatus } from '#contract/model/engine';
import type { Engine } from '../../../engine/engine.ts';
import type { SettingsStore } from '../../../settings/store.ts';
import type { ServiceHandlers } from './services.ts';

export function appHandlers(options: {
  readonly engine: Engine;
  readonly engineStatus: () => EngineStatus;
  readonly restartEngine: () => void;
  readonly settings: Pick<SettingsStore, 'current' | 'update'>;
  readonly mcpStatus: () => McpStatus;
  readonly calls: () => readonly CallRecord[];
}): ServiceHandlers<'app' | 'engine' | 'settings' | 'mcp'> {
  const { engine } = options;
  return {
    'app.info': async () => {
      const { backend, capabilities, monitors } = await engine.describe({});
      const platform = `${process.platform} ${process.arch}`;
      return {
        version: app.getVersion(),
        electron: process.versions['electron'] ?? '',
        platform,
        backend,
        capabilities,
        monitors,
      };
    },
    'app.diagnose': () => engine.diagnose({}),
    // Asynchronous from Electron 44 on; waiting suits both.
    'app.copyText': async ({ text }) => clipboard.writeText(text),
    'engine.status': () => Promise.resolve(options.engineStatus()),
    'engine.restart': () => Promise.resolve(options.restartEngine()),
    'settings.get': () => Promise.resolve(options.settings.current),
    'settings.set': (change) => options.settings.update(definedOnly(change)),
    'mcp.status': () => Promise.resolve(options.mcpStatus()),
    'mcp.calls': () => Promise.resolve(options.calls()),
  };
}

/** Without the keys whose value is `undefined`, which `exactOptionalPropertyTypes` tells apart from missing ones. */
function definedOnly<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as never;
}
