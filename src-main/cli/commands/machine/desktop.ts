import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { AppError, toWire, type WireError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { silentLog } from '../../../base/log.ts';
import { startEngine } from '../../../services/start-engine.ts';
import type { DesktopProfile } from '../../../desktops/profile.ts';
import type { RunningDesktop } from '../../../desktops/record.ts';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';

export const desktop: Command = {
  name: 'desktop',
  summary: 'Start, list, view or stop desktops apart from yours, for --desktop (Linux).',
  usage: 'desktop start|list|view|stop [ID]',
  options: {
    session: { type: 'string', value: 'NAME', help: 'start: x11 (default), or the compositor sway, kwin or gnome.' },
    attached: { type: 'boolean', help: 'start: keep running; the desktop ends with this command.' },
    control: { type: 'boolean', help: 'view: also use its pointer and keyboard, not only look.' },
    all: { type: 'boolean', help: 'stop: all of them.' },
  },
  positionals: [1, 2],
  run(context, args) {
    const [action = '', id] = args.positionals;
    switch (action) {
      case 'start':
        return args.flag('attached') ? attached(context, args) : start(args);
      case 'list':
        return list();
      case 'view':
        return view(required(id), args.flag('control'));
      case 'stop':
        return stop(args.flag('all') ? undefined : required(id));
      default:
        throw new UsageError(
          /^\d+$/.test(action)
            ? `To switch to another virtual desktop, use \`show-desktop ${action}\`.`
            : `The action must be start, list, view or stop, not ${quoted(action)}.`,
        );
    }
  },
};

function required(id: string | undefined): string {
  if (id === undefined) throw new UsageError('ID is missing. `deskscope desktop list` shows the ids.');
  return id;
}

/** Another process of this command keeps the desktop, until it is stopped. */
async function start(args: Args): Promise<Outcome> {
  const passed = ['desktop-profile', 'session'].flatMap((name) => {
    const value = args.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const own = [process.argv[1] ?? '', 'desktop', 'start', '--attached', '--json'];
  const keeper = spawn(process.execPath, [...own, ...passed], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  keeper.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = once(keeper, 'close');
  while (!text.includes('\n')) await Promise.race([once(keeper.stdout, 'data'), ended.then(() => (text += '\n'))]);
  keeper.stdout.destroy();
  keeper.unref();
  const answer = answerOf(text);
  if (answer.error) return { data: {}, text: '', error: answer.error };
  return { data: { desktop: answer.desktop }, text: readyText(answer.desktop) };
}

interface Answer {
  readonly desktop: RunningDesktop['record'] & { readonly holds: string };
  readonly error?: WireError;
}

function answerOf(text: string): Answer {
  try {
    // Written by another process of this version.
    return JSON.parse(text.split('\n')[0] ?? '') as Answer;
  } catch {
    throw new AppError('internal', 'The process that keeps the desktop ended without an answer.');
  }
}

function readyText({ id, session, width, height, walls, holds }: Answer['desktop']): string {
  return [
    `Desktop ${id} is ready: ${session}, ${width} × ${height}, walls: ${walls}. ${holds}`,
    `Use it with \`--desktop ${id}\`; \`deskscope desktop stop ${id}\` ends it.`,
  ].join('\n');
}

/** Keeps the desktop until it is interrupted, or the desktop ends. */
async function attached({ engineEntry, signal, streams, json }: Context, args: Args): Promise<Outcome> {
  const [{ startDesktop }, { readProfile, sessionNames }, { whatHolds }] = await Promise.all([
    import('../../../desktops/start.ts'),
    import('../../../desktops/profile.ts'),
    import('../../../desktops/walls.ts'),
  ]);
  const session = args.choice('session', sessionNames);
  const profile = { ...readProfile(args.text('desktop-profile')), ...(session && { session }) };
  const own = await startDesktop({ profile, entry: path.join(path.dirname(engineEntry), 'desktop.js'), signal });
  try {
    if (profile.apps.length > 0) await startApps(own.folder, profile, engineEntry, signal);
    const shown = { ...own.record, holds: whatHolds(own.record.walls, own.record.network) };
    streams.out.write(json ? `${JSON.stringify({ ok: true, desktop: shown })}\n` : `${readyText(shown)}\n`);
    const why = await Promise.race([own.ended, signal.aborted ? null : once(signal, 'abort').then(() => null)]);
    if (why === null) return { data: {}, text: '', silent: true };
    const error = toWire(new AppError('not_found', `The desktop ended: ${why}`, { hint: '' }));
    return { data: {}, text: '', silent: true, error };
  } finally {
    await own.stop();
  }
}

/** With a separate engine, which ends before the first command starts one. */
async function startApps(folder: string, profile: DesktopProfile, entry: string, signal: AbortSignal): Promise<void> {
  const [{ openApps }, { engineInside }] = await Promise.all([
    import('../../../desktops/open-apps.ts'),
    import('../../../desktops/run-inside.ts'),
  ]);
  const engine = startEngine({
    backend: 'auto',
    entry,
    engineLog: 'ignore',
    log: silentLog,
    fork: engineInside(folder),
  });
  try {
    await openApps(engine, profile, signal);
  } finally {
    await engine.close();
  }
}

async function list(): Promise<Outcome> {
  const [{ runningDesktops }, { whatHolds }] = await Promise.all([
    import('../../../desktops/record.ts'),
    import('../../../desktops/walls.ts'),
  ]);
  const all = (await runningDesktops()).map(({ record }) => ({
    ...record,
    holds: whatHolds(record.walls, record.network),
  }));
  const lines = all.map(
    ({ id, width, height, walls, network, owner, startedAt }) =>
      `${id}  ${width} × ${height}  walls: ${walls}${network ? ', with network' : ''}  of process ${owner} since ${startedAt}`,
  );
  return {
    data: { desktops: all },
    text: lines.join('\n') || 'No desktop runs. Start one: `deskscope desktop start`.',
  };
}

/** Opens a viewer, which stays when this command ends. */
async function view(id: string, control: boolean): Promise<Outcome> {
  const [{ findDesktop, viewSocket }, { findProgram, installCommand }] = await Promise.all([
    import('../../../desktops/record.ts'),
    import('../../../desktops/needs.ts'),
  ]);
  const socket = viewSocket(await findDesktop(id));
  const viewer = findProgram('xtigervncviewer') ?? findProgram('vncviewer');
  if (viewer === null)
    throw new AppError('not_found', `No VNC viewer is installed to open ${socket}.`, {
      hint: `Run \`${installCommand(['tigervnc-viewer'])}\`.`,
    });
  const child = spawn(viewer, [...(control ? [] : ['-ViewOnly']), socket], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  child.unref();
  return { data: { socket, viewer }, text: `${path.basename(viewer)} shows desktop ${id}.` };
}

async function stop(id: string | undefined): Promise<Outcome> {
  const [{ findDesktop, runningDesktops }, { removeDesktopFolder }] = await Promise.all([
    import('../../../desktops/record.ts'),
    import('../../../desktops/folders.ts'),
  ]);
  const chosen = id === undefined ? await runningDesktops() : [await findDesktop(id)];
  // The process that keeps one notices, and ends.
  await Promise.all(chosen.map(({ folder }) => removeDesktopFolder(folder)));
  const ids = chosen.map(({ record }) => record.id);
  return { data: { stopped: ids }, text: ids.length > 0 ? `Stopped ${ids.join(', ')}.` : 'No desktop runs.' };
}
