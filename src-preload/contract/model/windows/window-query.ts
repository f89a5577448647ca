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

/** Criteria for a window: all must match. */
export interface WindowQuery {
  readonly handle?: WindowId | undefined;
  /** An exact title wins over another case, and that over a partial match. */
  readonly title?: string | undefined;
  /** The program, else the class, else a part of either; case-insensitive, with or without `.exe`. */
  readonly app?: string | undefined;
  readonly className?: string | undefined;
  readonly role?: WindowRole | undefined;
  /** The owner's title; prefers matches with such an owner. */
  readonly owner?: string | undefined;
  /** User input: a handle, title, program, class or process id, or else a part of the title. */
  readonly words?: string | undefined;
  /**
   * Recorded facts: a lone window of the program and role may now have another class and title; a dialog may state
   * the same with other names.
   */
  readonly remembered?: boolean | undefined;
}

/** What a window is matched by. */
export type Choosable = Pick<
  WindowInfo,
  'id' | 'title' | 'app' | 'executable' | 'className' | 'processId' | 'active' | 'kind' | 'owner' | 'isKindUnknown'
>;

/** A matching window. */
export interface WindowFit<W extends Choosable> {
  readonly window: W;
  /** Reason, e.g. `exact title`; the same for all equal matches. */
  readonly by: string;
  /** Why it is likelier: `active`, `last used`; empty if not. */
  readonly standing: string;
}

export interface Usage {
  /** The caller's previous window. */
  readonly lastUsed?: WindowId | undefined;
  /** Windows known to be others; a given handle overrides this. */
  readonly except?: ReadonlySet<WindowId> | undefined;
  /** Preferred among equal matches. */
  readonly rather?: ReadonlySet<WindowId> | undefined;
}

/**
 * The single implementation of window matching: the best matches, all equally good. The active one comes first, then the
 * last used one, then the rest in the given order.
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
 * The one matching window. Never guesses among equal matches.
 * @param windows topmost first
 * @throws AppError `window_not_found`, or `multiple_matches` with `candidates`, likeliest first, and the reason
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

/** Parses the text of a user or a model. */
export function windowInWords(words: string): WindowQuery {
  return /^0x[0-9a-f]+$/i.test(words) ? { handle: toHandle(words) } : { words };
}

/** Query for a recorded window. */
export function windowRemembered(match: WindowMatch): WindowQuery {
  return { ...match, remembered: true };
}

/** Normalizes a handle given as `0x…`, in decimal or as a number. @throws AppError `invalid_parameter` below 0 */
export function toHandle(handle: string | number): WindowId {
  const id = `0x${BigInt(handle).toString(16)}`;
  if (isWindowId(id)) return id;
  throw new AppError('invalid_parameter', `${quoted(String(handle))} is no handle of a window.`);
}

/** Suffix of “the window”: `for galculator with “Calc” in the title`. */
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

/** Windows of the named program; if none, of the named class; else those whose names contain it. */
export function ofApp<W extends Choosable>(windows: readonly W[], wanted: string): readonly W[] {
  return best(windows, byApp(wanted)).windows;
}

type Fit = readonly [by: string, fits: (window: Choosable) => boolean];

/** Matches, all by the same criterion. */
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
 * A recorded window has all its facts. Titles contain document names: a lone window of the same program matches
 * with any title, and a dialog if it states the same with other names; the class may differ too.
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

/** A window recorded in Flatpak's sandbox may run outside it here, where only its class is the same. */
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

/** Prefers windows whose owner matches: titles change with documents. */
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

/** A dialog may be replaced by another with the same button names. */
function dialog<W extends Choosable>(
  windows: readonly W[],
  { app, title }: { readonly app: string; readonly title: string },
): Found<W> {
  const dialogs = narrowed(windows, { app, role: 'dialog' }).windows;
  return best(dialogs, titledAlike(title));
}

/** Equal, equal except for case, or the same statement with other names. */
function titledAlike(wanted: string): readonly Fit[] {
  const [exact, folded] = byTitle(wanted);
  const saysTheSame: Fit = [
    'what its title says',
    ({ title }) => title !== '' && wanted !== '' && subjectOf(title) === subjectOf(wanted),
  ];
  return [exact, folded, saysTheSame];
}

/** A title without its specifics: quoted names, paths, file names, numbers. */
function subjectOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[“"«„].*[”"»“]|[‘'`].*[’'´]/gu, ' ')
    .replaceAll(/\S*\/\S*|\S+\.\w{1,5}(?=\W*(\s|$))|\S*\d\S*/gu, ' ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** Matches of the first criterion that has any. */
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

/** A window with an unknown role may match otherwise. */
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
 * A number may be a handle or a title: if both exist, both match, so that a window cannot pose as another by
 * its title.
 */
function byWords(words: string): readonly Fit[] {
  // A script's empty variable selects no window, not even the only one.
  if (words.trim() === '') return [];
  const number = /^\d{1,15}$/.test(words) ? Number(words) : null;
  const handle = number === null ? null : toHandle(number);
  const [exact, folded, part] = byTitle(words);
  const [program, ofItsSandbox, ofItsClass, partOfProgram] = byApp(words);
  // A window with an unknown program is not named “-” or “.exe”.
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

/** “Google Chrome”, `google-chrome` and `Google-Chrome.exe` are the same. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.exe$/, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}
