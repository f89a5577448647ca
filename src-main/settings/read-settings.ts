import { readFile } from 'node:fs/promises';
import { defaultSettings, settings, ufoNames, type Settings, type SettingsChange } from '#contract/model/settings';
import { quoted } from '#contract/foreign-text';

/** What a settings file reports, as it is there: also keys that mean nothing to us. */
export type RawSettings = Readonly<Record<string, unknown>>;

export interface ReadSettings {
  readonly settings: Settings;
  readonly raw: RawSettings;
  /** What is not as it should be, each a sentence that reports what holds instead. */
  readonly problems: readonly string[];
}

/** As the file has them at this moment; the defaults if it cannot be read. */
export async function settingsIn(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return parseSettings(text)?.settings ?? defaultSettings;
}

/** Null if the text is no JSON object at all; a wrong value costs itself alone. */
export function parseSettings(text: string): ReadSettings | null {
  try {
    // Some editors on Windows put a byte order mark before UTF-8.
    const raw: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(raw) ? { raw, ...pickSettings(raw) } : null;
  } catch {
    return null;
  }
}

/** What holds by these values: the default for what is missing or wrong, and of a list what is right in it. */
export function pickSettings(raw: RawSettings): Pick<ReadSettings, 'settings' | 'problems'> {
  const problems: string[] = [];
  const values = Object.keys(settings.shape).map((name) => {
    const key = nameIn(raw, name);
    return [name, raw[key] === undefined ? undefined : usable(name as keyof Settings, key, raw[key], problems)];
  });
  return { settings: settings.parse(Object.fromEntries(values)), problems };
}

/** The same file with these settings changed, each under the name it has there. */
export function changeRaw(raw: RawSettings, change: SettingsChange): RawSettings {
  const renamed = Object.entries(change).map(([name, value]) => [nameIn(raw, name), value] as const);
  return { version: defaultSettings.version, ...raw, ...Object.fromEntries(renamed) };
}

/** The key that holds a setting in this file: UFO's name where it is there. */
function nameIn(raw: RawSettings, name: string): string {
  return Object.entries(ufoNames).find(([ufo, own]) => own === name && Object.hasOwn(raw, ufo))?.[0] ?? name;
}

/** The value as far as it can be used; undefined if the default must hold. */
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
