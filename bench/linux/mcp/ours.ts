import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultSettings } from '../../../src-preload/contract/model/settings.ts';
import { silentLog } from '../../../src-main/base/log.ts';
import type { Engine } from '../../../src-main/engine/engine.ts';
import { createToolRunner } from '../../../src-main/tools/runner/tool-runner.ts';
import { headlessBroker } from '../../../src-main/permissions/broker.ts';
import { createGate } from '../../../src-main/permissions/gate.ts';
import { createTraceWriter } from '../../../src-main/runs/trace/trace-writer.ts';
import { tools } from './tools.ts';
import type { ServerParts } from '../../../src-main/mcp/protocol/server-parts.ts';

/** The default limit per agent is below the measured rate. */
const settings = { ...defaultSettings, callsPerSecond: 100_000, callsAtOnce: 100 };

/** The tool runner with every layer of ours that a call passes: permission, and a trace without pictures. */
export function ourParts(engine: Engine): { readonly parts: ServerParts; close(): Promise<void> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'deskscope-bench-'));
  const trace = createTraceWriter({ folder: path.join(folder, 'trace'), run: 'bench', title: 'Bench', log: silentLog });
  const runner = createToolRunner({
    tools,
    engine,
    log: silentLog,
    settings: () => settings,
    observers: [trace],
    gate: createGate({ policyMode: 'act', broker: headlessBroker }),
  });
  const close = async () => {
    await trace.close();
    rmSync(folder, { recursive: true });
  };
  return { parts: { runner, version: '1', log: silentLog, scope: { shown: tools, callable: tools } }, close };
}
