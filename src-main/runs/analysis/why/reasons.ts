import { quoted, oneLine } from '#contract/foreign-text';
import type { Reason, ReasonKind, DivergenceDetail } from '#contract/model/runs/run-analysis';
import type { MadeAct } from '../compare/made-acts.ts';
import { of, type RunStep, placeInWords } from '../run-steps.ts';
import { otherTrees } from '../compare/observed.ts';
import type { Looks } from '../looks.ts';

/** A step with its acts. */
export interface Done {
  readonly runStep: RunStep;
  readonly acts: readonly MadeAct[];
}

/** The kind of reason behind each error of the catalogue. */
const kinds: Readonly<Record<string, ReasonKind>> = {
  permission_denied: 'denied',
  element_not_found: 'element',
  multiple_matches: 'element',
  element_stale: 'element',
  not_verified: 'noEffect',
  effect_missing: 'noEffect',
  wrong_target_window: 'unexpected',
  window_not_found: 'unexpected',
  target_not_responding: 'unexpected',
};

/** Acts that failed and were not repeated successfully; acts on another element than they named. */
export function failedActs(done: readonly Done[]): readonly Reason[] {
  const all = done.flatMap(({ runStep, acts }, at) => acts.map((act) => ({ runStep, act, at })));
  const lastDone = new Map<string, number>();
  for (const { act, at } of all) if (act.act.status === 'success') lastDone.set(subjectOf(act), at);
  return all.flatMap(({ runStep, act, at }) => {
    const later = lastDone.get(subjectOf(act)) ?? -1;
    const failed = later > at ? null : failure(runStep, act);
    return failed ?? otherElement(runStep, act) ?? [];
  });
}

export function subjectOf({ tool, target, window, rest }: MadeAct): string {
  return [tool, target, window, rest].join('\n');
}

export function actInWords({ tool, target, window }: MadeAct): string {
  return [tool, target && `on ${target}`, window && `in ${quoted(window)}`].filter(Boolean).join(' ');
}

function failure({ place }: RunStep, act: MadeAct): Reason | null {
  const { status, error, text, call } = act.act;
  if (status === 'success' || status === 'skipped' || status === 'none') return null;
  const where = `${actInWords(act)} in ${placeInWords(place)}`;
  if (status === 'denied' || error === 'permission_denied') {
    const by = call?.before?.decidedBy;
    return { kind: 'denied', place, sentence: `${where} was not allowed${by ? ` (${quoted(by)})` : ''}.` };
  }
  const cause = call?.after?.error?.message ?? text;
  const code = error === '' ? '' : ` with ${error}`;
  return { kind: kinds[error] ?? 'failed', place, sentence: saying(`${where} failed${code}`, cause) };
}

/** By another selector than the first: it may be another element. */
function otherElement({ place }: RunStep, act: MadeAct): Reason | null {
  const found = act.act.call?.after?.resolution;
  if (!found?.healedFrom) return null;
  const sentence =
    `${actInWords(act)} in ${placeInWords(place)} found its element by ${quoted(found.selector)} in place of ` +
    `${quoted(found.healedFrom)}: it may be another one.`;
  return { kind: 'element', place, sentence };
}

/** Steps without a usable answer of the model. */
export function modelTroubles(runSteps: readonly RunStep[]): readonly Reason[] {
  return runSteps.flatMap(({ reported, answer, place }): Reason[] => {
    const answers = of(reported, 'answered');
    const problem = answers.at(-1)?.problem ?? '';
    if (answer || answers.length === 0) return [];
    const which = answers.length === 1 ? 'The model’s answer' : `None of the model’s ${answers.length} answers`;
    const lead = `${which} in ${placeInWords(place)} could ${answers.length === 1 ? 'not ' : ''}be used`;
    return [{ kind: 'model', place, sentence: saying(lead, problem) }];
  });
}

/** A sentence that ends in a quotation; a full stop is added only if that has none. */
export function saying(lead: string, cause: string): string {
  const words = quoted(oneLine(cause).trim());
  return /[.!?…]”$/u.test(words) ? `${lead}: ${words}` : `${lead}: ${words}.`;
}

/** Acts on whole windows change none of their elements. */
const ofWindows = /select_application_window|window|launch|wait|hover|focus/;

interface Placed {
  readonly done: Done;
  readonly act: MadeAct;
}

/** Where a window was not as the act before had left it, though nothing was done to it in between. */
export async function changedByItself(done: readonly Done[], looks: Looks): Promise<readonly Reason[]> {
  const left = new Map<string, Placed>();
  for (const placed of placedIn(done)) {
    const { call } = placed.act.act;
    const window = call?.before?.target?.id ?? '';
    const before = left.get(window);
    const changes = before ? await between(before.act, placed.act, looks) : [];
    const [first] = changes;
    if (before && first) return [byItself(before, placed, first, changes.length)];
    if (call?.seen.after?.tree) left.set(window, placed);
  }
  return [];
}

function placedIn(done: readonly Done[]): readonly Placed[] {
  return done.flatMap((one) => one.acts.map((act) => ({ done: one, act })));
}

function between(before: MadeAct, now: MadeAct, looks: Looks): Promise<readonly DivergenceDetail[]> {
  const [then, later] = [before.act.call?.seen.after?.tree ?? null, now.act.call?.seen.before?.tree ?? null];
  return otherTrees(looks, then, looks, later);
}

function byItself(before: Placed, now: Placed, { a, b }: DivergenceDetail, count: number): Reason {
  const { place } = now.done.runStep;
  const what = a === '' ? `${b} came` : b === '' ? `${a} went` : `${a} became ${b}`;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  const window = now.act.window ? `The window ${quoted(now.act.window)}` : 'Its window';
  return {
    kind: 'unexpected',
    place,
    sentence: `${window} was not in ${placeInWords(place)} as ${placeInWords(before.done.runStep.place)} had left it: ${what}${more}.`,
  };
}

/** The last act, if its window shows no change by it. */
export async function withoutEffect(done: readonly Done[], looks: Looks): Promise<readonly Reason[]> {
  const last = placedIn(done)
    .filter(
      ({ act: { act, tool } }) =>
        act.call?.before?.effect === 'act' && act.status === 'success' && !ofWindows.test(tool),
    )
    .at(-1);
  const { before, after } = last?.act.act.call?.seen ?? {};
  if (!last || !before?.tree || !after?.tree) return [];
  const isRead = (await looks.rows(before.tree)) !== null && (await looks.rows(after.tree)) !== null;
  if (!isRead || (await otherTrees(looks, before.tree, looks, after.tree)).length > 0) return [];
  const { place } = last.done.runStep;
  return [
    {
      kind: 'noEffect',
      place,
      sentence: `${actInWords(last.act)} in ${placeInWords(place)} succeeded, and its window told of no change.`,
    },
  ];
}
