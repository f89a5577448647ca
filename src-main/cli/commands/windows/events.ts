import { eventFits, eventKinds, eventLines, type ElementEvent } from '#contract/model/elements/element-event';
import type { Command } from '../../command.ts';
import { findWindow } from '../../targets/targets.ts';

/** How long one question waits for an event, in milliseconds. */
const waitMs = 1_000;

export const events: Command = {
  name: 'events',
  summary: 'Print accessibility and window events of an app as JSON Lines, until Ctrl+C.',
  usage: 'events WINDOW [--kind KIND] [--filter WORDS] [--count N] [--timeout MS]',
  options: {
    kind: { type: 'string', value: 'KIND', help: `Only one kind: ${eventKinds.join(', ')}.` },
    filter: { type: 'string', value: 'WORDS', help: 'Only events with all of these words; -word excludes one.' },
    count: { type: 'string', value: 'N', help: 'Stop after so many events.' },
    timeout: { type: 'string', value: 'MS', help: 'Stop after so many milliseconds.' },
  },
  positionals: [1, 1],
  async run(context, args) {
    const kind = args.choice('kind', eventKinds);
    const filter = args.text('filter') ?? '';
    const most = args.number('count', [1, 1_000_000]) ?? Infinity;
    const until = Date.now() + (args.number('timeout', [1, 86_400_000]) ?? Infinity);
    const { id: window } = await findWindow(context, args.at(0));
    const engine = context.engine();
    const { signal, streams } = context;
    const isWanted = (event: ElementEvent) => (kind === undefined || event.kind === kind) && eventFits(event, filter);
    let [since, printed] = [0, 0];
    let first = true;
    while (!signal.aborted && printed < most && Date.now() < until) {
      const wait = first ? 0 : Math.min(waitMs, until - Date.now());
      // Ctrl+C is how it ends.
      const page = await engine.followEvents({ window, since, waitMs: wait }, { signal }).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (!page) break;
      if (first) streams.err.write('Listening. Press Ctrl+C to stop.\n');
      first = false;
      since = page.last;
      if (page.dropped > 0) streams.err.write(`${page.dropped} events came faster than they could be read.\n`);
      const wanted = page.events.filter(isWanted).slice(0, most - printed);
      printed += wanted.length;
      streams.out.write(eventLines(wanted));
    }
    return { data: { events: printed }, text: '', silent: true };
  },
};
