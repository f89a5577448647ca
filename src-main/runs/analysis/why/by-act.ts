import { quoted } from '#contract/foreign-text';
import type { Reason, ReasonKind } from '#contract/model/runs/run-analysis';
import type { Deed } from '../compare/deeds.ts';
import { of, type Moment } from '../moments.ts';
import { placeInWords } from '../place.ts';
import { saying } from './saying.ts';

/** A moment with what it does. */
export interface Done {
  readonly moment: Moment;
  readonly deeds: readonly Deed[];
}

/** What errors of the catalogue say of why something failed. */
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

/** Acts that failed and were not done later; those that acted on another element than they named. */
export function failedActs(done: readonly Done[]): readonly Reason[] {
  const all = done.flatMap(({ moment, deeds }, at) => deeds.map((deed) => ({ moment, deed, at })));
  const lastDone = new Map<string, number>();
  for (const { deed, at } of all) if (deed.act.status === 'success') lastDone.set(subjectOf(deed), at);
  return all.flatMap(({ moment, deed, at }) => {
    const later = lastDone.get(subjectOf(deed)) ?? -1;
    const failed = later > at ? null : failure(moment, deed);
    return failed ?? otherElement(moment, deed) ?? [];
  });
}

export function subjectOf({ tool, target, window, rest }: Deed): string {
  return [tool, target, window, rest].join('\n');
}

export function deedInWords({ tool, target, window }: Deed): string {
  return [tool, target && `on ${target}`, window && `in ${quoted(window)}`].filter(Boolean).join(' ');
}

function failure({ place }: Moment, deed: Deed): Reason | null {
  const { status, error, text, call } = deed.act;
  if (status === 'success' || status === 'skipped' || status === 'none') return null;
  const where = `${deedInWords(deed)} in ${placeInWords(place)}`;
  if (status === 'denied' || error === 'permission_denied') {
    const by = call?.before?.decidedBy;
    return { kind: 'denied', place, sentence: `${where} was not allowed${by ? ` (${quoted(by)})` : ''}.` };
  }
  const said = call?.after?.error?.message ?? text;
  const code = error === '' ? '' : ` with ${error}`;
  return { kind: kinds[error] ?? 'failed', place, sentence: saying(`${where} failed${code}`, said) };
}

/** By another selector than the first: it may be another element. */
function otherElement({ place }: Moment, deed: Deed): Reason | null {
  const found = deed.act.call?.after?.resolution;
  if (!found?.healedFrom) return null;
  const sentence =
    `${deedInWords(deed)} in ${placeInWords(place)} found its element by ${quoted(found.selector)} in place of ` +
    `${quoted(found.healedFrom)}: it may be another one.`;
  return { kind: 'element', place, sentence };
}

/** Steps in which no answer of the model could be used. */
export function modelTroubles(moments: readonly Moment[]): readonly Reason[] {
  return moments.flatMap(({ told, answer, place }): Reason[] => {
    const answers = of(told, 'answered');
    const problem = answers.at(-1)?.problem ?? '';
    if (answer || answers.length === 0) return [];
    const times = answers.length === 1 ? 'one answer' : `${answers.length} answers`;
    const lead = `Of the model’s ${times} in ${placeInWords(place)} none could be used`;
    return [{ kind: 'model', place, sentence: saying(lead, problem) }];
  });
}
