import { setImmediate } from 'node:timers/promises';
import { actionsInWords } from '#contract/model/agents/agent-step';
import type { MomentPlace } from '#contract/model/runs/run-analysis';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { wordsOf } from '../moment-parts.ts';
import { momentsOf, type Moment } from '../moments.ts';

/** So many are read before others have their turn: some milliseconds. */
const momentsAtOnce = 100;

/** All that can be found of a moment, on one line. */
export interface SearchableMoment {
  readonly place: MomentPlace;
  readonly text: string;
}

/** What was seen, thought, done and answered in a run, moment by moment; prompts are not, since all say the same. */
export async function searchable(trace: Pick<TraceReader, 'events' | 'blob'>): Promise<readonly SearchableMoment[]> {
  const looks = new Looks(trace);
  const found: SearchableMoment[] = [];
  for (const [index, moment] of momentsOf(await trace.events()).entries()) {
    if (index % momentsAtOnce === momentsAtOnce - 1) await setImmediate();
    found.push({ place: moment.place, text: await textOf(moment, looks) });
  }
  return found;
}

async function textOf(moment: Moment, looks: Looks): Promise<string> {
  const said = wordsOf(moment).map(([, text]) => text);
  const done = moment.acts.map(({ tool, parameters, call }) => {
    const action = actionsInWords([{ function: tool, arguments: { ...parameters } }]);
    return `${action} ${call?.before?.target?.title ?? ''}`;
  });
  const answered = await Promise.all(
    moment.acts.map(async ({ text, textBlob }) => (textBlob === null ? text : await looks.text(textBlob))),
  );
  const parts = [...said, ...done, ...answered, await seenIn(moment, looks)];
  return parts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' · ');
}

async function seenIn({ saw }: Moment, looks: Looks): Promise<string> {
  if (saw.controls !== null) return looks.text(saw.controls);
  const lines = saw.tree ? await looks.lines(saw.tree) : null;
  return lines?.join(' · ') ?? '';
}
