import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError, toWire } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Command, Context, Outcome } from '../../command.ts';

export const open: Command = {
  name: 'open',
  summary: 'Open the app, optionally with a recording or run.',
  usage: 'open [FILE]',
  options: {},
  positionals: [0, 1],
  run(context, args) {
    const files = args.positionals.map((file) => path.resolve(file));
    const missing = files.find((file) => !existsSync(file));
    if (missing !== undefined) throw new AppError('not_found', `There is no file ${quoted(missing)}.`);
    if ('electron' in process.versions) return openInstalled(files);
    const script = path.join(path.dirname(context.engineEntry), '..', '..', 'scripts', 'start.mjs');
    if (existsSync(script)) return openFromSources(script, files, context);
    throw new AppError('not_found', 'This package has only the command line, not the app.', {
      hint: 'In the sources, `npm start` runs the app and `npm run package` builds an installer.',
    });
  },
};

/** This command line runs in the app's own program, which is the app if it is not told to be Node. */
function openInstalled(files: readonly string[]): Promise<Outcome> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  return openProgram(process.execPath, files, env);
}

/** How soon a program ends that cannot start, as Chromium without a sandbox or a display; a second start has handed over by then. */
const startMs = 2_000;

/** Starts a program that outlives this one, and reports a failure at the start. */
export async function openProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const app = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  await once(app, 'spawn');
  const [code, signal] = (await once(app, 'exit', { signal: AbortSignal.timeout(startMs) }).catch(() => [0, null])) as
    | [number, null]
    | [null, NodeJS.Signals];
  app.unref();
  if (code === 0) return { data: { processId: app.pid }, text: '' };
  const failed = new AppError('internal', `The app ended right after its start (${signal ?? `exit code ${code}`}).`, {
    hint:
      `Run ${program} in a terminal to see why. Where it names its sandbox: Ubuntu keeps programs of an archive from theirs; ` +
      'install the .deb, or give the file chrome-sandbox beside it to root (chown root:root, chmod 4755).',
  });
  return { data: { code }, text: '', error: toWire(failed) };
}

/** As `npm start` does, and as long. */
async function openFromSources(script: string, files: readonly string[], { signal }: Context): Promise<Outcome> {
  const env = { ...process.env, INIT_CWD: process.cwd() };
  const start = spawn(process.execPath, [script, ...files], { env, stdio: ['ignore', 2, 2], signal });
  const [code] = (await once(start, 'close')) as [number | null];
  const failed = new AppError('internal', 'The app did not start, or ended with an error.', {
    hint: 'Read its output.',
  });
  return { data: { code }, text: '', ...(code !== 0 && { error: toWire(failed) }) };
}
