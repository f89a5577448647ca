import { readFile } from 'node:fs/promises';
import { defaultSettings, settings, ufoNames, type Settings, type SettingsChange } from '#contract/model/settings';
import { quoted } from '#contract/foreign-text';

/** The raw content of a settings file, unknown keys included. */
export type RawSettings = Readonly<Record<string, unknown>>;

export interface ReadSettings {
  readonly settings: Settings;
  readonly raw: RawSettings;
  /** The problems, each a sentence that names the value in effect instead. */
  readonly problems: readonly string[];
}

/** The file's current settings; the defaults if it cannot be read. */
export async function settingsIn(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return parseSettings(text)?.settings ?? defaultSettings;
}

/** Null if the text is no JSON object at all; an invalid value affects only itself. */
export function parseSettings(text: string): ReadSettings | null {
  try {
    // Some editors on Windows put a byte order mark before UTF-8.
    const raw: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(raw) ? { raw, ...pickSettings(raw) } : null;
  } catch {
    return null;
  }
}

/** The settings in effect: the default for a missing or invalid value, and the valid entries of a list. */
export function pickSettings(raw: RawSettings): Pick<ReadSettings, 'settings' | 'problems'> {
  const problems: string[] = [];
  const values = Object.keys(settings.shape).map((name) => {
    const key = nameIn(raw, name);
    return [name, raw[key] === undefined ? undefined : usable(name as keyof Settings, key, raw[key], problems)];
  });
  return { settings: settings.parse(Object.fromEntries(values)), problems };
}

/** The same file with these settings changed, each under the name that the file uses. */
export function changeRaw(raw: RawSettings, change: SettingsChange): RawSettings {
  const renamed = Object.entries(change).map(([name, value]) => [nameIn(raw, name), value] as const);
  return { version: defaultSettings.version, ...raw, ...Object.fromEntries(renamed) };
}

/** The key of a setting in this file: UFO's name if the file uses it. */
function nameIn(raw: RawSettings, name: string): string {
  return Object.entries(ufoNames).find(([ufo, own]) => own === name && Object.hasOwn(raw, ufo))?.[0] ?? name;
}

/** The value as far as it is valid; undefined to use the default. */
function usable(name: keyof Settings, key: string, value: unknown, problems: string[]): unknown {
  const field = settings.shape[name];
  const whole = field.safeParse(value);
  if (whole.success) return whole.data;
  const why = whole.error.issues[0]?.message ?? 'unreadable';
  if (!Array.isArray(value)) {
    problems.push(`${quoted(key)} cannot be ${shown(value)} (${why}); ${shown(defaultSettings[name])} holds instead.`);
    return undefined;
  }
  const items: readonly unknown[] = value;
  const bad = items.filter((item) => !field.safeParse([item]).success);
  const rest = field.safeParse(items.filter((item) => !bad.includes(item)));
  const instead = rest.success ? 'the others hold' : 'the default holds instead';
  problems.push(`${quoted(key)} cannot hold ${shown(bad.length > 0 ? bad : value)} (${why}); ${instead}.`);
  return rest.data;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

function isObject(value: unknown): value is RawSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
