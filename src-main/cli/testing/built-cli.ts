import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');
const native = ['@napi-rs/canvas', 'koffi', 'tesseract.js'];

const onWindows = process.platform === 'win32';
/** Arguments of a command that is to be interrupted: on Windows nobody can press Ctrl+C for another process. */
export const interruptible = onWindows ? ['--until-eof'] : [];

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCli {
  readonly child: ChildProcess;
  /** Resolves once the output so far matches. @throws where the process ends before */
  until(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  /** What Ctrl+C in a terminal does: the signal goes to every process of the group. Needs {@link interruptible}. */
  interrupt(): void;
  readonly done: Promise<CliResult>;
}

export interface BuiltCli {
  readonly folder: string;
  start(args: readonly string[], environment?: Readonly<Record<string, string>>): RunningCli;
  /** Runs to the end. */
  run(...args: readonly string[]): Promise<CliResult>;
  /** The one JSON document that `--json` prints. @throws where it is none, or more */
  json(...args: readonly string[]): Promise<Record<string, unknown>>;
  remove(): Promise<void>;
}

/**
 * The command line and the engine, bundled as the app's build does, run under plain Node. Half a second.
 * @param backend what it works on where a run says nothing else
 */
export async function buildCli(backend = 'fake'): Promise<BuiltCli> {
  // Below the project, so that native modules are found from there.
  const cache = path.join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'cli-'));
  await build({
    ...{ root, configFile: false, logLevel: 'warn', mode: 'production' },
    ssr: { noExternal: true, external: native },
    build: {
      ...{ ssr: true, outDir: folder, emptyOutDir: true, target: 'node18', minify: false },
      rolldownOptions: {
        input: { engine: 'src-main/engine/entry.ts', cli: 'src-main/cli/main.ts' },
        external: native,
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  const config = path.join(folder, 'config');
  const defaults = { DESKSCOPE_BACKEND: backend, XDG_CONFIG_HOME: config, APPDATA: config };
  const start: BuiltCli['start'] = (args, environment = {}) =>
    startCli(path.join(folder, 'cli.js'), args, { ...defaults, ...environment });
  const run: BuiltCli['run'] = (...args) => start(args).done;
  return {
    ...{ folder, start, run },
    async json(...args) {
      // First, since what follows a program's name is the program's.
      const { stdout, stderr } = await run('--json', ...args);
      if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`Not one JSON document: ${stdout || stderr}`);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

function startCli(file: string, args: readonly string[], environment: Readonly<Record<string, string>>): RunningCli {
  const env = { ...process.env, ...environment };
  // A group of its own, to interrupt it; on Windows that would be a console of its own, with a window.
  const child = spawn(process.execPath, [file, ...args], {
    env,
    detached: !onWindows,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  }
  const done = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
  return {
    ...{ child, done },
    interrupt() {
      if (onWindows) child.stdin.end();
      else if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    },
    until: (stream, pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output[stream]);
          if (found) resolve(found);
        };
        child[stream].on('data', look);
        child.once('close', (code) => reject(new Error(`Ended with ${code ?? 'a signal'}: ${output.stderr}`)));
        look();
      }),
  };
}
