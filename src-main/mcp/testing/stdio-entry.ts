import '../../base/polyfill-crypto.ts';
import { createLog } from '../../base/log.ts';
import { createTraceWriter } from '../../runs/trace/trace-writer.ts';
import { scopeOf } from '../../tools/registry.ts';
import { serveStdio } from '../transports/stdio.ts';
import { createBench } from '../../tools/testing/run-tools.ts';

/** A complete server in its own process: stdio, the scripted desktop, and a trace if a folder is given. */
async function main(): Promise<void> {
  const folder = process.argv[2];
  const log = createLog('test');
  const observers = folder ? [createTraceWriter({ folder, run: 'test', title: 'A test', log })] : [];
  const bench = await createBench({ policyMode: 'act', observers });
  const server = serveStdio({ runner: bench.runner, version: '0.0.0', log, scope: scopeOf(['ufo']) });
  await server.closed;
  await server.close();
  await bench.close();
}

void main();
