import { perObject } from '../base/async/per-object.ts';

/** What a pattern can match. */
export interface Named {
  readonly app: string;
  readonly title: string;
  readonly className?: string;
  /** As in `WindowInfo`. */
  readonly executable?: string;
}

/** True if the whole text matches; `*` matches any text, case is ignored. */
export function fits(pattern: string, text: string): boolean {
  return globOf(pattern).test(text);
}

/**
 * The first entry of the list that matches this window by its app, the app's id in a sandbox, its class or, after
 * `title:`, its title. The file name of an app on Windows ends in `.exe`; an entry may omit that.
 */
export function namedBy(list: readonly string[], window: Named): string | null {
  return list.find((entry) => names(entry, window)) ?? null;
}

export function names(entry: string, { app, title, className, executable }: Named): boolean {
  const ofTitle = /^title:(.*)$/is.exec(entry)?.[1];
  if (ofTitle !== undefined) return title !== '' && fits(ofTitle.trim(), title);
  return [app, app.replace(/\.exe$/i, ''), className, executable].some(
    (name) => name !== undefined && name !== '' && fits(entry, name),
  );
}

/** Removes the names that a sandboxed app can choose freely: permission for an app depends on its id alone. */
export function surelyNamed<N extends Named>(window: N): N {
  if (window.executable === undefined) return window;
  const { executable: _executable, className: _className, ...rest } = window;
  return rest as N;
}

/**
 * The first word of the list that occurs in a label. Words are whole (“Send”, not “Sender”), `*` continues one; scripts
 * without spaces between words match anywhere. Access key marks (`_Delete`, `De&lete`), invisible characters (soft
 * hyphens) and variants of letters (full width) hide no word.
 */
export function wordIn(words: readonly string[], label: string): string | null {
  const plain = label.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const forms = [plain, plain.replace(/[_&]/g, '')].filter((form) => anyWord(words).test(form));
  if (forms.length === 0) return null;
  return words.find((word) => forms.some((form) => wordPattern(word).test(form))) ?? null;
}

const globs = new Map<string, RegExp>();
const wordPatterns = new Map<string, RegExp>();
/** Bounded, since the user may edit the lists all day. */
const maxKept = 2_000;

function globOf(pattern: string): RegExp {
  return kept(globs, pattern, () => new RegExp(`^${escaped(pattern, '[^]*')}$`, 'iu'));
}

function wordPattern(word: string): RegExp {
  return kept(wordPatterns, word, () => {
    const inner = escaped(word.normalize('NFKC').trim(), '[\\p{L}\\p{M}]*').replace(/\s+/g, '\\s+');
    const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(word);
    return new RegExp(spaceless ? inner : `(?<![\\p{L}\\p{N}])${inner}(?![\\p{L}\\p{N}])`, 'iu');
  });
}

/**
 * Most labels contain none of the words: one test finds that out, where one per word takes longer than the rest of a
 * call.
 */
const anyWord = perObject((words: readonly string[]) => {
  return new RegExp(words.map((word) => `(?:${wordPattern(word).source})`).join('|'), 'iu');
});

function escaped(pattern: string, any: string): string {
  return pattern
    .split('*')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => (sign === '-' ? '\\x2d' : `\\${sign}`)))
    .join(any);
}

function kept(cache: Map<string, RegExp>, key: string, make: () => RegExp): RegExp {
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= maxKept) cache.clear();
  const made = make();
  cache.set(key, made);
  return made;
}
