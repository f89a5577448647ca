import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../../base/log.ts';
import { createFakeBackend, type FakeBackend } from '../../engine/backends/fake/index.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { allCommands } from '../list.ts';
import '../open-services.ts';
import { runCommandLine } from '../run.ts';

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line in this process, over one engine that all its runs share. */
export interface EngineTerminal {
  run(...args: readonly string[]): Promise<Result>;
  /** As `run`, with the abort that represents Ctrl+C, and what was written so far. */
  start(...args: readonly string[]): { readonly done: Promise<Result>; interrupt(): void; readonly output: Output };
  /** The one JSON document that `--json` prints. @throws where it is none, or more */
  json(...args: readonly string[]): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Over one scripted desktop. */
export interface Terminal extends EngineTerminal {
  readonly fake: FakeBackend;
}

interface Output {
  stdout: string;
  stderr: string;
}

export async function openTerminal(variables: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const fake = createFakeBackend();
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(fake) });
  const terminal = await openTerminalOver(engine, { DESKSCOPE_BACKEND: 'fake', ...variables });
  return {
    ...terminal,
    fake,
    async close() {
      try {
        await engine.close();
      } finally {
        await terminal.close();
      }
    },
  };
}

/** @param engine stays open when the terminal is closed */
export async function openTerminalOver(
  engine: Engine,
  variables: Readonly<Record<string, string>>,
): Promise<EngineTerminal> {
  // Compiles the commands' modules first, which takes longer than tests wait for a command.
  await allCommands();
  const config = await mkdtemp(path.join(tmpdir(), 'deskscope-config-'));
  // A command closes its engine; this one outlives it.
  const shared: Engine = { ...engine, close: () => Promise.resolve() };
  const start: EngineTerminal['start'] = (...args) => {
    const output: Output = { stdout: '', stderr: '' };
    const interrupted = new AbortController();
    const done = runCommandLine(args, {
      streams: {
        out: { write: (text) => (output.stdout += text) },
        err: { write: (text) => (output.stderr += text) },
      },
      variables: { XDG_CONFIG_HOME: config, APPDATA: config, ...variables },
      signal: interrupted.signal,
      interruptAtEndOfInput: () => undefined,
      version: '1.2.3',
      engineEntry: import.meta.filename,
      engineStarter: () => Promise.resolve(() => shared),
    }).then((code) => ({ code, ...output }));
    return { done, output, interrupt: () => interrupted.abort() };
  };
  const run: EngineTerminal['run'] = (...args) => start(...args).done;
  return {
    start,
    run,
    close: () => rm(config, { recursive: true, force: true }),
    async json(...args) {
      // First, since arguments after a program's name are the program's.
      const { stdout, stderr } = await run('--json', ...args);
      if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`Not one JSON document: ${stdout || stderr}`);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
  };
}
