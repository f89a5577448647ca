import { quoted } from '../../foreign-text.ts';
import type { WindowId, WindowInfo } from './window.ts';

/** A window, and how likely a task refers to it. */
export interface RankedWindow {
  readonly window: WindowInfo;
  /** Comparable within one ranking. */
  readonly score: number;
  /** Reasons, the strongest first; empty if none. */
  readonly reasons: readonly string[];
  /** Words of the task match it; it is not just focused. */
  readonly isMeantByWords: boolean;
}

export interface Evidence {
  /** The caller's previous window. */
  readonly lastUsed?: WindowId | undefined;
  /** Contents of windows, as far as read. */
  readonly contents?: ReadonlyMap<WindowId, string>;
}

/** Where a window may match a word of the task, and its weight. */
interface Field {
  readonly weight: number;
  readonly words: ReadonlySet<string>;
  readonly name: string;
}

/** Shorter words count less: they occur in titles by chance. */
const wholeLength = 8;
/** A match of a single short word in the title is not enough to choose a window. */
const leastScore = 1.5;
/** Minimum lead of the first over the second. */
const lead = 1.5;
const standing = { active: 0.3, lastUsed: 0.2 };
const commonWords = new Set(
  'the and for with from into onto that this what which who how are can you your please open use window app'.split(' '),
);

/**
 * Ranks windows by the words of a task: in title and program, then in their content; the active
 * and the last used one are preferred. A word found in many windows counts little.
 * @param windows topmost first
 */
export function rankWindows(
  windows: readonly WindowInfo[],
  task: string,
  { lastUsed, contents = new Map() }: Evidence = {},
): readonly RankedWindow[] {
  const words = [...new Set(wordsIn(task))].filter((word) => !commonWords.has(word));
  const fields = new Map(windows.map((window) => [window, fieldsOf(window, contents.get(window.id) ?? '')]));
  const matches = words.map((word) => {
    const found = windows.flatMap((window) => bestOf(word, fields.get(window) ?? [], window));
    const all = found.reduce((sum, { likeness: own }) => sum + own, 0);
    return found.map((match) => ({ ...match, score: (match.score * match.likeness) / all }));
  });
  const ranked = windows.map((window) => {
    const own = matches.flat().filter((match) => match.window === window);
    own.sort((a, b) => b.score - a.score);
    const stands = [
      window.active && { score: standing.active, reason: 'active' },
      window.id === lastUsed && { score: standing.lastUsed, reason: 'used last' },
    ].filter((one) => one !== false);
    return {
      window,
      score: [...own, ...stands].reduce((sum, { score }) => sum + score, 0),
      reasons: [...own, ...stands].map(({ reason }) => reason),
      isMeantByWords: own.reduce((sum, { score }) => sum + score, 0) > leastScore,
    };
  });
  return ranked.sort((a, b) => b.score - a.score);
}

/** The first, if words match it and it leads clearly; null if the user has to be asked. */
export function clearlyFirst([first, second]: readonly RankedWindow[]): WindowInfo | null {
  if (!first?.isMeantByWords) return null;
  return !second || first.score >= second.score * lead ? first.window : null;
}

function fieldsOf({ title, app, className }: WindowInfo, contents: string): readonly Field[] {
  return [
    { weight: 4, words: new Set(wordsIn(title)), name: 'its title' },
    { weight: 4, words: new Set(wordsIn(`${app} ${className}`)), name: 'its program' },
    { weight: 2, words: new Set(wordsIn(contents)), name: 'what stands in it' },
  ];
}

interface Match {
  readonly window: WindowInfo;
  readonly likeness: number;
  readonly score: number;
  readonly reason: string;
}

function bestOf(word: string, fields: readonly Field[], window: WindowInfo): readonly Match[] {
  const length = Math.min(lengthOf(word), wholeLength) / wholeLength;
  const found = fields.map(({ weight, words, name }) => {
    const own = likeness(word, words);
    const reason = own === 1 ? `${quoted(word)} in ${name}` : `${quoted(word)} is like ${name}`;
    return { window, likeness: own, score: weight * length * own, reason };
  });
  const [best] = found.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return best ? [best] : [];
}

/** In letters; a character that is a syllable or a word by itself counts as three. */
function lengthOf(word: string): number {
  return word.length + 2 * (word.match(/\p{Lo}/gu)?.length ?? 0);
}

/** 1 for the word itself, less for an inflected form or a name derived from it (galculator). */
function likeness(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return 1;
  let most = 0;
  for (const other of words) {
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    if (short.length < 4) continue;
    const isForm = short.length * 10 >= long.length * 6;
    if (long.startsWith(short)) most = Math.max(most, isForm ? 0.9 : 0.4);
    else if (short.length * 10 >= long.length * 7 && hasMostOf(long, short)) most = Math.max(most, 0.7);
  }
  return most;
}

/** The longer word contains all but one letter of the shorter one in a row, at least five. */
function hasMostOf(long: string, short: string): boolean {
  return short.length >= 6 && [short.slice(1), short.slice(0, -1)].some((most) => long.includes(most));
}

/** Made when first needed, which takes longer than the rest of this file. */
let segmenter: Intl.Segmenter | null = null;

/** Also for languages without blanks between words; letters and digits alone are not words. */
function wordsIn(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(text.toLowerCase().replaceAll(/[_\-./]+/g, ' '))]
    .filter(({ isWordLike, segment }) => isWordLike === true && (segment.length > 2 || /\p{Lo}/u.test(segment)))
    .map(({ segment }) => segment);
}
