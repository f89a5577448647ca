import type { Condition } from '#contract/model/recordings/condition';
import { parseSelector } from '#contract/model/elements/selector';

/** A condition on an element. */
export type OnElement = Exclude<Condition, { readonly type: 'window' }>;

/** What is asked of an element, as a person chooses it. */
export type Asked = OnElement['type'] | 'contains';

export function askedOf(condition: OnElement): Asked {
  return condition.type === 'text' && condition.contains ? 'contains' : condition.type;
}

/** The same element, asked for something else. */
export function withAsked(condition: OnElement, asked: Asked): OnElement {
  const { element, window, is, forMs } = condition;
  const common = { element, window, is, ...(forMs !== undefined && { forMs }) };
  switch (asked) {
    case 'shows':
      return { type: 'shows', ...common };
    case 'state':
      return { type: 'state', state: 'enabled', ...common };
    case 'text':
    case 'contains': {
      const text = condition.type === 'text' ? condition.text : element.name;
      return { type: 'text', text, ...(asked === 'contains' && { contains: true }), ...common };
    }
  }
}

/** What was picked in the place of what was asked for; that stays what it was, where it can. */
export function withPicked(condition: Condition | undefined, picked: Condition): Condition {
  if (!condition) return picked;
  const { is, forMs } = condition;
  const timed = { is, ...(forMs !== undefined && { forMs }) };
  if (picked.type === 'window' || condition.type === 'window') return { ...picked, ...timed };
  return { ...condition, element: picked.element, window: picked.window };
}

/** @param seconds empty for as long as usual */
export function withSeconds({ forMs: _, ...condition }: Condition, seconds: string): Condition {
  return seconds.trim() === '' ? condition : { ...condition, forMs: Math.round(Number(seconds) * 1_000) };
}

/** Why these seconds are none in which something may become so; null where they are. */
export function secondsComplaint(seconds: string): string | null {
  const ms = Number(seconds) * 1_000;
  return ms >= 0 && ms <= 60_000 ? null : 'Enter 0 to 60 seconds, or leave it empty.';
}

/** Why a text is no selector; null where it is one. */
export function selectorComplaint(text: string): string | null {
  try {
    parseSelector(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
