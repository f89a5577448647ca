import type { Recording, Step, StepTarget } from '#contract/model/recordings/recording';
import { inputsOf } from '../steps/inputs.ts';
import { makeSecret } from '../editing/make-secret.ts';
import { isLikePassword, leftOut, mayShowSecret, secretsIn, takesSecret } from './secret-text.ts';

/** Reads the text in a picture; rejects if that fails. */
export type ReadPicture = (base64: string) => Promise<string>;

/** What was removed from a recording, and where. */
export interface LeftOut {
  /** 1-based; 0 for the recording's name and groups. */
  readonly step: number;
  readonly what: 'typed text' | 'text' | 'picture' | 'unreadable picture';
  readonly kind: string;
}

export interface Cleaned {
  readonly recording: Recording;
  readonly leftOut: readonly LeftOut[];
}

/** A WebP in base64, alone or in a selector. */
const pictures = /UklGR[A-Za-z0-9+/]{20,}={0,2}/g;

/** Identifiers for programs, without recorded content. */
const identifiers: ReadonlySet<string> = new Set([
  'id',
  'openedBy',
  'group',
  'type',
  'kind',
  'version',
  'createdAt',
  'platform',
]);

/**
 * A recording without likely secrets in its texts and pictures: typed ones become secrets that replay prompts for, others are
 * replaced, and a picture that shows one, or is unreadable, is dropped.
 */
export async function withoutSecrets(recording: Recording, readPicture: ReadPicture): Promise<Cleaned> {
  const removed: LeftOut[] = [];
  const typed = asSecrets(recording, removed);
  const values = valuesIn(recording, typed.values);
  const seen = await judgePictures(typed.recording, readPicture, values);
  const steps = typed.recording.steps.map((step, index) => {
    const found = (what: LeftOut['what'], kind: string) => void removed.push({ step: index + 1, what, kind });
    return cleanStep(step, { values, seen, found });
  });
  const found = (what: LeftOut['what'], kind: string) => void removed.push({ step: 0, what, kind });
  const rest = replaced({ ...typed.recording, steps: [] }, { values, seen, found });
  return { recording: { ...rest, steps }, leftOut: unique(removed) };
}

interface Cleaning {
  /** Secrets found, which may also occur elsewhere without the context that identified them. */
  readonly values: ReadonlyMap<string, string>;
  readonly seen: ReadonlyMap<string, Verdict>;
  readonly found: (what: LeftOut['what'], kind: string) => void;
}
type Verdict = 'clean' | 'secret' | 'unread';

function asSecrets(recording: Recording, removed: LeftOut[]) {
  const values: string[] = [];
  let current = recording;
  for (const { step: id, label, value } of inputsOf(recording)) {
    const [secret] = secretsIn(value);
    const kind =
      secret?.kind ?? (takesSecret(label) ? 'named secret' : isLikePassword(value) ? 'like a password' : null);
    if (kind === null || value === '') continue;
    values.push(value, ...(secret ? [secret.text] : []));
    removed.push({ step: recording.steps.findIndex((step) => step.id === id) + 1, what: 'typed text', kind });
    current = makeSecret(current, id).recording;
  }
  return { recording: current, values };
}

/** Shorter ones are part of too many other texts. */
const reporting = 4;

function valuesIn(recording: Recording, typed: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map(typed.map((value) => [value, 'typed secret']));
  for (const text of textsIn(recording)) {
    for (const { kind, text: secret } of secretsIn(text.replace(pictures, ' '))) values.set(secret, kind);
  }
  const long = [...values].filter(([value]) => value.trim().length >= reporting);
  // Longer ones first, since a shorter one may be a part.
  return new Map(long.sort(([a], [b]) => b.length - a.length));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (identifiers.has(key) ? [] : textsIn(item)));
}

async function judgePictures(
  recording: Recording,
  readPicture: ReadPicture,
  values: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, Verdict>> {
  const found = new Set(textsIn(recording).flatMap((text) => text.match(pictures) ?? []));
  const seen = new Map<string, Verdict>();
  for (const picture of found) {
    const text = await readPicture(picture).catch(() => null);
    const shows = text !== null && (mayShowSecret(text) || showsAny(text, values));
    seen.set(picture, text === null ? 'unread' : shows ? 'secret' : 'clean');
  }
  return seen;
}

function showsAny(read: string, values: ReadonlyMap<string, string>): boolean {
  const plain = blurred(read);
  return [...values.keys()].some((value) => value.length >= reporting && plain.includes(blurred(value)));
}

/** Merges letters that recognisers confuse. */
function blurred(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[oq]/g, '0')
    .replace(/[il|]/g, '1')
    .replace(/s/g, '5')
    .replace(/b/g, '8')
    .replace(/z/g, '2');
}

function cleanStep(step: Step, cleaning: Cleaning): Step {
  const { target, onto, until, around, aroundEnd, expected, window, ...rest } = step;
  const lacks = (value: unknown) => !isTouched(value, cleaning);
  const shown = (where: Step['around'], key: 'around' | 'aroundEnd') =>
    where && lacks(where) ? { [key]: where } : noted(where, cleaning);
  return {
    ...replaced(rest, cleaning),
    window: isTouched(window, cleaning) ? replaced(withoutTitle(window), noting(window, cleaning)) : window,
    target: target && cleanTarget(target, cleaning),
    ...(onto && { onto: cleanTarget(onto, cleaning) }),
    ...(until && { until: cleanTarget(until, cleaning) }),
    ...shown(around, 'around'),
    ...shown(aroundEnd, 'aroundEnd'),
    ...(expected && { expected: expected.filter((one) => lacks(one) || goes(one, cleaning)) }),
  };
}

/** A shortened title matches no window. */
function withoutTitle({ title, ...match }: Step['window']): Step['window'] {
  return Object.keys(match).length > 0 || title === undefined ? match : { title: leftOut };
}

function noting(value: unknown, cleaning: Cleaning): Cleaning {
  noted(value, cleaning);
  return cleaning;
}

/** For a filter: records the text as removed. */
function goes(value: unknown, cleaning: Cleaning): false {
  noted(value, cleaning);
  return false;
}

/** Records all of it as removed. */
function noted(value: unknown, cleaning: Cleaning): undefined {
  if (value !== undefined) replaced(value, cleaning);
  return undefined;
}

function cleanTarget(target: StepTarget, cleaning: Cleaning): StepTarget {
  const { picture, selectors, ...rest } = target;
  const verdict = picture === undefined ? 'clean' : (cleaning.seen.get(picture) ?? 'unread');
  if (verdict !== 'clean') noted(picture, cleaning);
  return {
    ...replaced(rest, cleaning),
    selectors: selectors.filter((one) => !isTouched(one, cleaning) || goes(one, cleaning)),
    ...(picture !== undefined && verdict === 'clean' && { picture }),
  };
}

function isTouched(value: unknown, cleaning: Cleaning): boolean {
  return textsIn(value).some((text) => {
    const shown = text.match(pictures) ?? [];
    if (shown.some((one) => cleaning.seen.get(one) !== 'clean')) return true;
    return shown.length === 0 && clean(text, cleaning.values) !== text;
  });
}

/** The same data with every secret, and every picture of one, replaced. */
function replaced<T>(value: T, cleaning: Cleaning, key = ''): T {
  if (typeof value === 'string') return (identifiers.has(key) ? value : replacedText(value, cleaning)) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, cleaning, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, cleaning, name)])) as T;
}

function replacedText(text: string, { values, seen, found }: Cleaning): string {
  const shown = text.match(pictures);
  if (shown) {
    const worst = shown.map((one) => seen.get(one) ?? 'unread').find((verdict) => verdict !== 'clean');
    if (!worst) return text;
    found(worst === 'secret' ? 'picture' : 'unreadable picture', 'seen on a picture');
    return '';
  }
  const plain = clean(text, values);
  if (plain !== text) found('text', kindOf(text, values));
  return plain;
}

function kindOf(text: string, values: ReadonlyMap<string, string>): string {
  return [...values].find(([value]) => text.includes(value))?.[1] ?? secretsIn(text)[0]?.kind ?? 'secret';
}

function clean(text: string, values: ReadonlyMap<string, string>): string {
  let plain = text;
  for (const value of values.keys()) plain = plain.replaceAll(value, leftOut);
  for (const { text: secret } of secretsIn(plain)) plain = plain.replaceAll(secret, leftOut);
  return plain;
}

function unique(removed: readonly LeftOut[]): readonly LeftOut[] {
  return [...new Map(removed.map((one) => [JSON.stringify(one), one])).values()].sort((a, b) => a.step - b.step);
}
