import { AppError } from '../../errors.ts';
import { quoted, word } from '../../foreign-text.ts';
import {
  appName,
  isWindowId,
  roleOf,
  type WindowId,
  type WindowInfo,
  type WindowMatch,
  type WindowRole,
} from './window.ts';

/** Which window is meant: all that is given must fit. */
export interface WindowQuery {
  readonly handle?: WindowId | undefined;
  /** An exact title wins over one in another case, and that over a part of one. */
  readonly title?: string | undefined;
  /** The program, else the class, else a part of either; in any case, `.exe` or not. */
  readonly app?: string | undefined;
  readonly className?: string | undefined;
  readonly role?: WindowRole | undefined;
  /** The title of the window it belongs to; of several that fit, those that belong to such a one are meant. */
  readonly owner?: string | undefined;
  /** As a person names it: a handle, its title, program, class or process id, or else a part of its title. */
  readonly words?: string | undefined;
  /**
   * Was true once: of its program and role, a lone window may have another class since, and another title; a dialog one that
   * reports the same of something else.
   */
  readonly remembered?: boolean | undefined;
}

/** What a window is chosen by. */
export type Choosable = Pick<
  WindowInfo,
  'id' | 'title' | 'app' | 'executable' | 'className' | 'processId' | 'active' | 'kind' | 'owner' | 'isKindUnknown'
>;

/** A window that fits. */
export interface WindowFit<W extends Choosable> {
  readonly window: W;
  /** By what, e.g. `exact title`; the same for all that fit equally well. */
  readonly by: string;
  /** What is likelier about it than about others: `active`, `last used`; empty if nothing is. */
  readonly standing: string;
}

export interface Usage {
  /** The window that the caller worked in before. */
  readonly lastUsed?: WindowId | undefined;
  /** These are known to be others; a handle that is given is meant in any case. */
  readonly except?: ReadonlySet<WindowId> | undefined;
  /** Of several that fit equally well these are meant. */
  readonly rather?: ReadonlySet<WindowId> | undefined;
}

/**
 * THE answer to “which window?”: those that fit best, and as well as each other. The active one comes first, then the one
 * used last, then the others as they are given.
 * @param windows topmost first
 */
export function matchWindows<W extends Choosable>(
  windows: readonly W[],
  query: WindowQuery,
  { lastUsed, except, rather }: Usage = {},
): readonly WindowFit<W>[] {
  const possible = query.handle === undefined ? windows.filter(({ id }) => !except?.has(id)) : windows;
  const fitting = query.remembered ? remembered(possible, query) : narrowed(possible, query);
  const likelier = fitting.windows.filter(({ id }) => rather?.has(id));
  const found = ofOwner(likelier.length > 0 ? { ...fitting, windows: likelier } : fitting, windows, query.owner);
  const rank = ({ window }: WindowFit<W>) => (window.active ? 0 : window.id === lastUsed ? 1 : 2);
  return found.windows
    .map((window) => ({ window, by: found.by.join(', '), standing: standingOf(window, lastUsed) }))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * The one window that is meant. Several that fit equally well are never guessed among.
 * @param windows topmost first
 * @throws AppError `window_not_found`, or `multiple_matches` with `candidates`, the likeliest first, and why they fit
 */
export function chooseWindow<W extends Choosable>(windows: readonly W[], query: WindowQuery, usage?: Usage): W {
  const found = matchWindows(windows, query, usage);
  const [first, ...others] = found;
  if (first === undefined) throw noWindow(windows, query, usage);
  if (others.length === 0) return first.window;
  const list = found.map(({ window: { id, title }, standing }) => {
    return `${id} ${quoted(title)}${standing && ` (${standing})`}`;
  });
  const message = `${found.length} windows ${describeQuery(query)} (by ${first.by}): ${list.join(', ')}.`;
  const candidates = found.map(({ window: { id, title, app, processId }, by, standing }) => {
    return { id, title, app, processId, why: [by, standing].filter(Boolean).join(', ') };
  });
  throw new AppError('multiple_matches', message, { hint: 'Use the handle of one of them.', data: { candidates } });
}

function noWindow(windows: readonly Choosable[], query: WindowQuery, usage: Usage = {}): AppError {
  const [other] = usage.except ? matchWindows(windows, query) : [];
  if (!other) return new AppError('window_not_found', `There is no window ${describeQuery(query)}.`);
  return new AppError('window_not_found', `No window ${describeQuery(query)} was opened by the step that opens it.`, {
    hint: `${other.window.id} ${quoted(other.window.title)} fits, but was opened otherwise: close it, and begin before that step.`,
  });
}

/** What a person or model wrote, as a query. */
export function windowInWords(words: string): WindowQuery {
  return /^0x[0-9a-f]+$/i.test(words) ? { handle: toHandle(words) } : { words };
}

/** The query for the window that a recording was made on. */
export function windowRemembered(match: WindowMatch): WindowQuery {
  return { ...match, remembered: true };
}

/** As lists write a handle that came as `0x…`, in decimal or as a number. @throws AppError `invalid_parameter` below 0 */
export function toHandle(handle: string | number): WindowId {
  const id = `0x${BigInt(handle).toString(16)}`;
  if (isWindowId(id)) return id;
  throw new AppError('invalid_parameter', `${quoted(String(handle))} is no handle of a window.`);
}

/** For behind “the window”: `for galculator with “Calc” in the title`. */
export function describeQuery({ handle, title, app, className, role, owner, words }: WindowQuery): string {
  const parts = [
    handle !== undefined && `with the handle ${handle}`,
    words !== undefined && `called ${quoted(words)}`,
    app !== undefined && `for ${appName(app)}`,
    className !== undefined && app === undefined && `of the class ${word(className)}`,
    role === 'dialog' && 'that is a dialog',
    title === '' && 'without a title',
    title !== undefined && title !== '' && `with ${quoted(title)} in the title`,
    owner !== undefined && `that belongs to ${quoted(owner)}`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/** Windows of the program called so; if none is, of the class called so; else those whose names contain it. */
export function ofApp<W extends Choosable>(windows: readonly W[], wanted: string): readonly W[] {
  return best(windows, byApp(wanted)).windows;
}

type Fit = readonly [by: string, fits: (window: Choosable) => boolean];

/** Windows that fit, all by the same. */
interface Found<W> {
  readonly windows: readonly W[];
  readonly by: readonly string[];
}

function narrowed<W extends Choosable>(windows: readonly W[], query: WindowQuery): Found<W> {
  const { handle, className, role, app, title, words } = query;
  const criteria = [
    handle !== undefined && byHandle(handle),
    className !== undefined && byClass(className),
    role !== undefined && byRole(role),
    app !== undefined && byApp(app),
    title !== undefined && byTitle(title),
    words !== undefined && byWords(words),
  ];
  let found: Found<W> = { windows, by: [] };
  for (const fits of criteria) {
    if (!fits) continue;
    const narrower = best(found.windows, fits);
    found = { windows: narrower.windows, by: [...found.by, ...narrower.by] };
  }
  return found;
}

/**
 * A recording names a window by all it knew of it. Titles carry names of documents: of the very program, a lone window is meant
 * whatever its title reports, and a dialog if it reports the same of something else; nor has the class to be what it was.
 */
function remembered<W extends Choosable>(windows: readonly W[], query: WindowQuery): Found<W> {
  const { className, role, title, handle } = query;
  if (query.app === undefined) return narrowed(windows, query);
  const app = nameHere(windows, query.app, className);
  const isDialog = role === 'dialog' && title !== undefined && handle === undefined;
  const found = isDialog ? dialog(windows, { app, title }) : windowOnce(windows, { ...query, app }, app);
  const sameClass = className === undefined ? null : best(found.windows, byClass(className));
  return { ...found, windows: sameClass?.windows.length ? sameClass.windows : found.windows };
}

/** What was recorded in Flatpak's sandbox may run outside it here, where only the class of its windows is the same. */
function nameHere(windows: readonly Choosable[], app: string, className = ''): string {
  if (!isReverseDomain(app) || className === '' || best(windows, [byApp(app)[0]]).windows.length > 0) return app;
  const [alike, ...others] = new Set(best(windows, byClass(className)).windows.map((window) => window.app));
  return alike !== undefined && others.length === 0 && !isReverseDomain(alike) ? alike : app;
}

/** As Flatpak names apps. */
function isReverseDomain(app: string): boolean {
  return app.split('.').length > 2;
}

function windowOnce<W extends Choosable>(windows: readonly W[], query: WindowQuery, app: string): Found<W> {
  const titled = narrowed(windows, { ...query, className: undefined });
  if (titled.windows.length > 0 || query.handle !== undefined) return titled;
  const ofRole = query.role === undefined ? windows : best(windows, byRole(query.role)).windows;
  return best(ofRole, byApp(app).slice(0, 2));
}

/** Which of several fit is reported by what they belong to, if any does to such a one: titles change as documents do. */
function ofOwner<W extends Choosable>(found: Found<W>, windows: readonly W[], owner: string | undefined): Found<W> {
  if (owner === undefined || found.windows.length < 2) return found;
  const owners = new Set(found.windows.map((window) => window.owner));
  const intended = best(
    windows.filter(({ id }) => owners.has(id)),
    titledAlike(owner),
  );
  const owned = found.windows.filter((window) => intended.windows.some(({ id }) => id === window.owner));
  return owned.length > 0 ? { windows: owned, by: [...found.by, 'what it belongs to'] } : found;
}

/** One dialog comes in the place of another, and has buttons of the same names. */
function dialog<W extends Choosable>(
  windows: readonly W[],
  { app, title }: { readonly app: string; readonly title: string },
): Found<W> {
  const dialogs = narrowed(windows, { app, role: 'dialog' }).windows;
  return best(dialogs, titledAlike(title));
}

/** So, in another case, or so of something else. */
function titledAlike(wanted: string): readonly Fit[] {
  const [exact, folded] = byTitle(wanted);
  const saysTheSame: Fit = [
    'what its title says',
    ({ title }) => title !== '' && wanted !== '' && subjectOf(title) === subjectOf(wanted),
  ];
  return [exact, folded, saysTheSame];
}

/** A title without what it says it of: quoted names, paths, file names, numbers. */
function subjectOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[“"«„].*[”"»“]|[‘'`].*[’'´]/gu, ' ')
    .replaceAll(/\S*\/\S*|\S+\.\w{1,5}(?=\W*(\s|$))|\S*\d\S*/gu, ' ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** The windows that fit the first of these which any does. */
function best<W extends Choosable>(windows: readonly W[], fits: readonly Fit[]): Found<W> {
  for (const [by, fit] of fits) {
    const found = windows.filter(fit);
    if (found.length > 0) return { windows: found, by: [by] };
  }
  return { windows: [], by: [] };
}

function byHandle(handle: WindowId): readonly Fit[] {
  return [['its handle', ({ id }) => id === handle]];
}

function byClass(wanted: string): readonly Fit[] {
  return [['its class', ({ className }) => className.toLowerCase() === wanted.toLowerCase()]];
}

/** One whose role nobody reports may be meant, where it fits otherwise. */
function byRole(wanted: WindowRole): readonly Fit[] {
  return [['its role', (window) => roleOf(window) === wanted || window.isKindUnknown === true]];
}

function byTitle(wanted: string): readonly [Fit, Fit, Fit] {
  const needle = wanted.toLowerCase();
  return [
    ['exact title', ({ title }) => title === wanted],
    ['its title in another case', ({ title }) => title.toLowerCase() === needle],
    ['a part of its title', ({ title }) => needle.trim() !== '' && title.toLowerCase().includes(needle)],
  ];
}

function byApp(wanted: string): readonly [Fit, Fit, Fit, Fit] {
  const needle = plain(wanted);
  return [
    ['its program', ({ app }) => plain(app) === needle],
    ['what its sandbox runs', ({ executable = '' }) => executable !== '' && plain(executable) === needle],
    ['its class', ({ className }) => plain(className) === needle],
    [
      'a part of its program',
      ({ app, className }) => [app, className].some((name) => needle !== '' && plain(name).includes(needle)),
    ],
  ];
}

/**
 * A number may be a handle as well as a title: if both are there, they are two matches, so that no window is taken for another by
 * being called like its handle.
 */
function byWords(words: string): readonly Fit[] {
  // A script whose variable is empty means no window, least of all the only one.
  if (words.trim() === '') return [];
  const number = /^\d{1,15}$/.test(words) ? Number(words) : null;
  const handle = number === null ? null : toHandle(number);
  const [exact, folded, part] = byTitle(words);
  const [program, ofItsSandbox, ofItsClass, partOfProgram] = byApp(words);
  // A window whose program is unknown is not called “-” or “.exe”.
  if (plain(words) === '') return [exact, folded, part];
  const byNumber: Fit = [
    'its handle or title',
    ({ id, title }) => handle !== null && (id === handle || title === words),
  ];
  const byProcess: Fit = ['its process', ({ processId }) => processId !== 0 && processId === number];
  return [byNumber, exact, folded, program, ofItsSandbox, ofItsClass, byProcess, part, partOfProgram];
}

function standingOf({ active, id }: Choosable, lastUsed: WindowId | undefined): string {
  return [active && 'active', id === lastUsed && 'last used'].filter(Boolean).join(', ');
}

/** “Google Chrome”, `google-chrome` and `Google-Chrome.exe` are one. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.exe$/, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}
