import { once } from 'node:events';
import { AppError } from '#contract/errors';
import type { Diff } from '#contract/model/elements/diff';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Command, Context, Outcome } from '../../command.ts';

export const windows: Command = {
  name: 'windows',
  summary: 'List the windows, topmost first.',
  usage: 'windows [--all] [--watch]',
  options: {
    all: { type: 'boolean', help: 'Also docks, hidden windows and those of other desktops.' },
    watch: { type: 'boolean', help: 'Keep running and print one JSON line per change.' },
  },
  positionals: [0, 0],
  looks: (args) => (args.flag('watch') ? null : 'windows'),
  async run(context, args) {
    if (args.flag('watch')) return watch(context);
    const engine = context.engine();
    // Modules needed at the end are loaded while the engine starts.
    const [{ windowTable }, { items }, { unseen }] = await Promise.all([
      import('../../output/element-text.ts'),
      engine.listWindows({ includeHidden: args.flag('all') }, { signal: context.signal }),
      engine.describe({}, { signal: context.signal }),
    ]);
    if (unseen) context.streams.err.write(`${context.paint('yellow', `${unseen.message} ${unseen.fix}`)}\n`);
    return { data: { windows: items }, text: windowTable(items, context.paint) };
  },
};

export const active: Command = {
  name: 'active',
  summary: 'Show the active window.',
  usage: 'active',
  options: {},
  positionals: [0, 0],
  looks: () => 'windows',
  async run({ engine: startEngine, signal, paint }) {
    const engine = startEngine();
    const [{ windowTable }, { items }] = await Promise.all([
      import('../../output/element-text.ts'),
      engine.listWindows({}, { signal }),
    ]);
    const window = items.find((item) => item.active);
    if (!window) throw new AppError('window_not_found', 'No window is active.');
    return { data: { window }, text: windowTable([window], paint) };
  },
};

/** Prints changes until the user interrupts. */
async function watch({ engine: startEngine, signal, streams }: Context): Promise<Outcome> {
  const engine = startEngine();
  // A desktop that cannot be listed must fail here, not stay silent.
  const { sequence } = await engine.listWindows({}, { signal });
  const subscription = engine.on('windows', (diff) => {
    if (diff.sequence > sequence) for (const line of linesOf(diff)) streams.out.write(`${JSON.stringify(line)}\n`);
  });
  streams.err.write('Watching the windows. Ctrl+C ends.\n');
  if (!signal.aborted) await once(signal, 'abort');
  subscription.dispose();
  return { data: {}, text: '', silent: true };
}

function linesOf({ added, updated, removed }: Diff<WindowInfo>): readonly object[] {
  return [
    ...added.map((window) => ({ change: 'added', window })),
    ...updated.map((window) => ({ change: 'updated', window })),
    ...removed.map((id) => ({ change: 'removed', id })),
  ];
}
