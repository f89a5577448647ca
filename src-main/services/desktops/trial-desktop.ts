import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ProcessStart } from '#contract/model/engine';
import type { TrialCondition } from '#contract/model/elements/selector-trial';
import type { Log } from '../../base/log.ts';
import { profileFrom } from '../../desktops/profile.ts';
import { engineInside } from '../../desktops/run-inside.ts';
import { insidePlaces, outsidePlaces } from '../../desktops/sandbox.ts';
import { startDesktop } from '../../desktops/start.ts';
import type { Engine } from '../../engine/engine.ts';
import { startEngine } from '../start-engine.ts';

export interface TrialDesktopOptions {
  /** The built engine; `desktop.js` lies beside it. */
  readonly engineEntry: string;
  /** Wraps an engine to enforce what is forbidden to everyone. */
  readonly below: (engine: Engine) => Engine;
  /** The user's variables, for their language. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Such as `fr`; another one than the user's by default. */
  readonly language?: string | undefined;
  readonly log: Log;
}

type Variables = Readonly<Record<string, string>>;

/** For GTK, and for Qt, which has no dark theme of its own. */
const otherTheme = { GTK_THEME: 'Adwaita:dark', QT_STYLE_OVERRIDE: 'Windows' } as const;

/** What a condition changes, for people. @throws AppError why it cannot be tested */
export function trialDetail(
  condition: TrialCondition,
  start: ProcessStart,
  options: Pick<TrialDesktopOptions, 'variables' | 'language'>,
): string {
  if (condition === 'theme') return 'Adwaita dark';
  if (condition === 'language') return languageName(languageOf(options));
  return condition === 'document' ? path.basename(documentOf(start).name) : '';
}

/**
 * Starts a desktop for one condition, within walls and without network, in the user's own language unless it is what changes.
 * Nothing of the user's is there but the files of the command line, readable.
 * @throws AppError as `startDesktop`; `unsupported_platform` for an app that might reach its running instance
 */
export async function openTrialDesktop(
  condition: TrialCondition,
  start: ProcessStart,
  options: TrialDesktopOptions & { readonly signal: AbortSignal },
) {
  const { engineEntry: entry, below, log, signal } = options;
  const files = start.args.map((arg) => fileOf(arg, start.folder));
  const locale = await localeOf(condition, options);
  const readable = [...readableOf(start, files), ...(locale.folder === null ? [] : [locale.folder])];
  const profile = profileFrom({ size: '1600x1000', readable }, path.dirname(entry));
  const removeLocale = async () => {
    if (locale.folder !== null) await rm(locale.folder, { recursive: true, force: true });
  };
  const desktop = await startDesktop({
    profile,
    entry: path.join(path.dirname(entry), 'desktop.js'),
    openedBy: 'selector test',
    variables: { ...locale.variables, ...(condition === 'theme' && otherTheme) },
    signal,
  }).catch(async (error: unknown) => {
    await removeLocale();
    throw error;
  });
  const { folder, record } = desktop;
  const fork = engineInside(folder);
  const engine = startEngine({ backend: 'auto', entry, engineLog: 'ignore', log, fork });
  const close = async () => {
    await engine.close();
    await desktop.stop();
    await removeLocale();
  };
  try {
    if (record.walls !== 'bwrap') refuseSharedFolders(start);
    const args = files.map((file, index) => file ?? start.args[index] ?? '');
    if (condition !== 'document') return { engine: below(engine), start: { command: start.command, args }, close };
    const document = documentOf(start);
    await writeDocument(document, path.join(outsidePlaces(folder).home, document.name));
    const home = record.walls === 'bwrap' ? insidePlaces.home : outsidePlaces(folder).home;
    const inside = path.join(home, document.name);
    const at = files.findIndex((file) => file !== null && file === document.like);
    const others = at < 0 ? [...args, inside] : args.map((arg, index) => (index === at ? inside : arg));
    return { engine: below(engine), start: { command: start.command, args: others }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The absolute path of an argument that names a file; null for anything else. */
function fileOf(arg: string, folder: string): string | null {
  if (arg.startsWith('-')) return null;
  const file = path.resolve(folder || '/', arg);
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

/** The files of a command line that are outside what every desktop has. */
function readableOf({ command }: ProcessStart, files: readonly (string | null)[]): readonly string[] {
  const program = path.isAbsolute(command) ? [command] : [];
  const isThere = (file: string) => /^\/(?:usr|opt)\//.test(file);
  return [...program, ...files.filter((file) => file !== null)].filter((file) => !isThere(file));
}

/** Outside of walls, an app finds its running instance by such a folder, as browsers do. */
function refuseSharedFolders({ command, args }: ProcessStart): void {
  const shared = args.find((arg) => {
    const [, folder] = /^(?:-[^=]*=)?(\/.+)$/.exec(arg) ?? [];
    return folder !== undefined && existsSync(folder) && statSync(folder).isDirectory();
  });
  if (shared === undefined) return;
  throw new AppError(
    'unsupported_platform',
    `${quoted(command)} might join its running instance by ${quoted(shared)}.`,
    {
      hint: 'Install bubblewrap, which keeps both apart.',
    },
  );
}

interface OtherDocument {
  readonly name: string;
  /** The file in whose place it is opened; null for a command line without one. */
  readonly like: string | null;
}

/** @throws AppError `unsupported_platform` for an app that opens none, as far as is known */
function documentOf(start: ProcessStart): OtherDocument {
  const like = start.args.map((arg) => fileOf(arg, start.folder)).find((file) => file !== null) ?? null;
  if (like !== null) return { name: `another${path.extname(like)}`, like };
  if (opensText(start.command)) return { name: 'another.txt', like };
  throw new AppError('unsupported_platform', `${quoted(path.basename(start.command))} was started without a document.`);
}

async function writeDocument({ like }: OtherDocument, file: string): Promise<void> {
  const isText = like === null || !readFileSync(like).subarray(0, 4_096).includes(0);
  if (isText) writeFileSync(file, 'Another document\nwith other lines\n');
  else await copyFile(like, file);
}

const applications = '/usr/share/applications';

/** Whether the app's entry in the desktop's menu says that it opens text files. */
function opensText(command: string): boolean {
  if (!existsSync(applications)) return false;
  const name = path.basename(command);
  return readdirSync(applications)
    .filter((entry) => entry.endsWith('.desktop'))
    .some((entry) => {
      const text = readFileSync(path.join(applications, entry), 'utf8');
      const [, program = '', given = ''] = /^Exec=(\S+)(.*)$/m.exec(text) ?? [];
      return path.basename(program) === name && /%[fFuU]/.test(given) && /^MimeType=.*\btext\/plain\b/m.test(text);
    });
}

/** The user's language of messages, such as `de`; `en` for none. */
function usersLanguage(variables: TrialDesktopOptions['variables']): string {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = variables;
  const [first = ''] = [LANGUAGE?.split(':')[0], LC_ALL, LC_MESSAGES, LANG].filter(Boolean);
  const [language = ''] = first.toLowerCase().split(/[_.@-]/);
  return /^[a-z]{2,3}$/.test(language) ? language : 'en';
}

function languageOf({ variables, language }: Pick<TrialDesktopOptions, 'variables' | 'language'>): string {
  if (language !== undefined) return language;
  return usersLanguage(variables) === 'en' ? 'de' : 'en';
}

function languageName(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language.replace('_', '-')) ?? language;
}

/** The locale of a language, and where it is. */
interface TrialLocale {
  readonly variables: Variables;
  /** A folder made for it; null if the system has it, or it could not be made. */
  readonly folder: string | null;
}

/**
 * Toolkits read the language from different variables, and some require a locale that exists: one that is not installed is
 * compiled into a folder of its own. Without its source, gettext still translates by the list of languages.
 */
async function localeOf(condition: TrialCondition, options: TrialDesktopOptions): Promise<TrialLocale> {
  const { variables } = options;
  const { LANG = 'C.UTF-8' } = variables;
  const own = /utf-?8/i.test(LANG) ? LANG : 'C.UTF-8';
  if (condition !== 'language') return { variables: { LANG: own, LANGUAGE: usersLanguage(variables) }, folder: null };
  const language = languageOf(options);
  const name = existsSync(localeSources) ? localeName(language, readdirSync(localeSources)) : undefined;
  if (name === undefined) return { variables: { LANG: own, LANGUAGE: language }, folder: null };
  const folder = await mkdtemp(path.join(tmpdir(), 'deskscope-locale-'));
  const compiled = path.join(folder, `${name}.UTF-8`);
  // It ends with an error for a mere warning.
  await promisify(execFile)('localedef', ['-i', name, '-f', 'UTF-8', compiled]).catch(() => undefined);
  if (!existsSync(compiled)) return { variables: { LANG: own, LANGUAGE: language }, folder };
  return { variables: { LANG: `${name}.UTF-8`, LANGUAGE: language, LOCPATH: folder }, folder };
}

const localeSources = '/usr/share/i18n/locales';

/** `de_DE` for `de`: of the country that shares the name, else any. */
export function localeName(language: string, sources: readonly string[]): string | undefined {
  if (sources.includes(language) && language.includes('_')) return language;
  const usual = `${language}_${language.toUpperCase()}`;
  const named = sources.filter((source) => /^[a-z]{2,3}_[A-Z]{2}$/.test(source) && source.startsWith(`${language}_`));
  return named.includes(usual) ? usual : named.includes('en_US') ? 'en_US' : named[0];
}
