import { app, clipboard } from 'electron';
import type { CallRecord } from '#contract/api';
import type { RemoteEngine } from '../../../engine/process/remote-engine.ts';
import type { McpService } from '../../../services/agents/mcp-service.ts';
import { writeText } from '../../write-text.ts';
import type { ServiceHandlers } from './services.ts';

export interface TextDialog {
  /** Where to write; null if the user changed their mind. */
  saveText(suggested: string, extension: string): Promise<string | null>;
}

export function appHandlers(options: {
  readonly engine: RemoteEngine;
  readonly mcp: McpService;
  readonly calls: () => readonly CallRecord[];
  readonly dialogs: TextDialog;
}): ServiceHandlers<'app' | 'engine' | 'mcp'> {
  const { engine, mcp } = options;
  return {
    'app.info': async () => {
      const { processId: _, ...desk } = await engine.describe({});
      const platform = `${process.platform} ${process.arch}`;
      const electron = process.versions.electron;
      return { version: app.getVersion(), electron, platform, ...desk };
    },
    'app.diagnose': () => engine.diagnose({}),
    // Asynchronous from Electron 44 on; waiting suits both.
    'app.copyText': async ({ text }) => clipboard.writeText(text),
    'app.saveText': async ({ name, extension, text }) => {
      const file = await options.dialogs.saveText(`${name}.${extension}`, extension);
      if (file !== null) await writeText(file, text);
      return file;
    },
    'engine.status': () => engine.status,
    'engine.restart': () => engine.restart(),
    'mcp.status': () => mcp.settled(),
    'mcp.retry': () => mcp.retry(),
    'mcp.disconnect': ({ id }) => mcp.disconnect(id),
    'mcp.renewToken': async ({ which }) => {
      await mcp.renewToken(which);
      return mcp.status;
    },
    'mcp.calls': () => options.calls(),
  };
}
