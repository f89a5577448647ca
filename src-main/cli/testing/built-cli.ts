import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WindowInfo } from '#contract/model/windows/window';
import { bundleApp } from '../../../scripts/lib/bundle.mjs';
import { isAlive } from '../../base/processes/is-alive.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const onWindows = process.platform === 'win32';
/** Arguments of a command to interrupt: on Windows, Ctrl+C cannot be sent to another process. */
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
  /** Acts as Ctrl+C in a terminal: the signal goes to every process of the group. Needs {@link interruptible}. */
  interrupt(): void;
  readonly done: Promise<CliResult>;
}

export interface BuiltCli {
  /** The command line's script, for callers that do not use {@link start}. */
  readonly script: string;
  /** For the test's files, below the project; deleted by {@link remove}. */
  readonly folder: string;
  start(args: readonly string[], environment?: Readonly<Record<string, string>>): RunningCli;
  /** Runs to the end. */
  run(...args: readonly string[]): Promise<CliResult>;
  /** Runs to the end. @returns the source files of ours that were loaded, e.g. `src-main/cli/run.ts` */
  sourcesLoadedBy(...args: readonly string[]): Promise<readonly string[]>;
  /** As {@link BuiltCli.sourcesLoadedBy}, but ends once that was written to standard output. */
  sourcesLoadedUntil(written: string, input: string, ...args: readonly string[]): Promise<readonly string[]>;
  /** The one JSON document that `--json` prints. @throws where it is none, or more */
  json(...args: readonly string[]): Promise<Record<string, unknown>>;
  /** Starts an app by the command `launch`. It ends with {@link remove}, even if its windows closed. */
  launch(...command: readonly string[]): Promise<WindowInfo>;
  remove(): Promise<void>;
}

/**
 * The command line and the engine, bundled as the app's build does, run under plain Node. Half a second.
 * @param backend what it works on where a run reports nothing else
 */
export async function buildCli(backend = 'fake'): Promise<BuiltCli> {
  const { folder: bundled, path: scriptNamed, remove: removeBundle } = await bundleApp();
  const folder = await mkdtemp(path.join(root, 'node_modules', '.cache', 'cli-'));
  const config = path.join(folder, 'config');
  const defaults = { DESKSCOPE_BACKEND: backend, XDG_CONFIG_HOME: config, APPDATA: config };
  const start: BuiltCli['start'] = (args, environment = {}) =>
    startCli(scriptNamed('cli'), args, { ...defaults, ...environment });
  const run: BuiltCli['run'] = (...args) => start(args).done;
  const json: BuiltCli['json'] = async (...args) => {
    // First, since arguments after a program's name are the program's.
    const { stdout, stderr } = await run('--json', ...args);
    if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`Not one JSON document: ${stdout || stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const sourcesLoaded = async (args: readonly string[], input = '', written?: string) => {
    const own = await mkdtemp(path.join(folder, 'loaded-'));
    const [hook, list] = [path.join(own, 'hook.cjs'), path.join(own, 'list.json')];
    const write = `require('fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache)))`;
    const watch = `const { write } = process.stdout;
      process.stdout.write = (text) => String(text).includes(${JSON.stringify(written)}) ? process.exit(0) : write.call(process.stdout, text);`;
    // The engine's process inherits the hook, and is not what is asked about.
    const watched = written === undefined ? '' : watch;
    await writeFile(hook, `if (process.argv[1].endsWith('cli.js')) { process.on('exit', () => ${write}); ${watched} }`);
    const running = start(args, { NODE_OPTIONS: `--require ${JSON.stringify(hook)}` });
    running.child.stdin?.write(input);
    if (written === undefined) running.child.stdin?.end();
    const { code, stderr } = await running.done;
    if (code !== 0) throw new Error(stderr);
    const files = JSON.parse(await readFile(list, 'utf8')) as readonly string[];
    const built = files.filter((file) => file.startsWith(bundled));
    return (await Promise.all(built.map(sourcesOf))).flat();
  };
  const launched: number[] = [];
  return {
    script: scriptNamed('cli'),
    folder,
    start,
    run,
    json,
    sourcesLoadedBy: (...args) => sourcesLoaded(args),
    sourcesLoadedUntil: (written, input, ...args) => sourcesLoaded(args, input, written),
    async launch(...command) {
      const answer = await json('launch', ...command);
      if (answer['ok'] !== true) throw new Error(`${command.join(' ')} did not start: ${JSON.stringify(answer)}`);
      const window = answer['window'] as WindowInfo;
      launched.push(window.processId);
      return window;
    },
    async remove() {
      for (const processId of launched.splice(0)) if (isAlive(processId)) process.kill(processId, 'SIGKILL');
      // Windows lets nothing go that a process has just left.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      await removeBundle();
    },
  };
}

/** What a built file was made of; a few lines of the bundler's own have no map. */
async function sourcesOf(builtFile: string): Promise<readonly string[]> {
  const map = await readFile(`${builtFile}.map`, 'utf8').catch(() => '{"sources":[]}');
  const { sources } = JSON.parse(map) as { readonly sources: readonly string[] };
  return sources
    .map((source) => path.relative(root, path.resolve(path.dirname(builtFile), source)).replaceAll('\\', '/'))
    .filter((source) => source.startsWith('src-'));
}

function startCli(file: string, args: readonly string[], environment: Readonly<Record<string, string>>): RunningCli {
  const env = { ...process.env, ...environment };
  // A separate group, to interrupt it; on Windows that would be a separate console, with a window.
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
    child,
    done,
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
