import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { dataFolder } from '../../base/files/profile-folder.ts';

/**
 * From ISO 639-1 to the names of trained data, which are those of ISO 639-2/T.
 * https://tesseract-ocr.github.io/tessdoc/Data-Files-in-different-versions.html
 */
const isoNames: Readonly<Record<string, string>> = {
  af: 'afr',
  ar: 'ara',
  az: 'aze',
  be: 'bel',
  bg: 'bul',
  bn: 'ben',
  bs: 'bos',
  ca: 'cat',
  cs: 'ces',
  cy: 'cym',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  gl: 'glg',
  gu: 'guj',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  ja: 'jpn',
  ka: 'kat',
  kk: 'kaz',
  km: 'khm',
  kn: 'kan',
  ko: 'kor',
  la: 'lat',
  lt: 'lit',
  lv: 'lav',
  mk: 'mkd',
  ml: 'mal',
  mr: 'mar',
  ms: 'msa',
  nb: 'nor',
  nl: 'nld',
  nn: 'nor',
  no: 'nor',
  pa: 'pan',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sq: 'sqi',
  sr: 'srp',
  sv: 'swe',
  sw: 'swa',
  ta: 'tam',
  te: 'tel',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
};

/** A file of trained data: `eng.traineddata`, or the same in gzip. */
export interface Language {
  readonly name: string;
  readonly file: string;
}

const ending = /\.traineddata(\.gz)?$/;

/** Where users and packages put trained data; the first folder that has a language wins. */
function folders(): readonly string[] {
  const prefix = process.env['TESSDATA_PREFIX'];
  return [
    join(dataFolder(process.env, process.platform), 'deskscope', 'tessdata'),
    ...(prefix ? [prefix, join(prefix, 'tessdata')] : []),
    ...(process.platform === 'win32' ? windowsFolders() : linuxFolders),
  ];
}

/** Debian and derivatives, Fedora and Arch. */
const linuxFolders = [
  '/usr/share/tesseract-ocr/5/tessdata',
  '/usr/share/tesseract-ocr/4.00/tessdata',
  '/usr/share/tessdata',
];

/** Where Tesseract's installer puts them: https://github.com/UB-Mannheim/tesseract/wiki */
function windowsFolders(): readonly string[] {
  const programs = process.env['ProgramFiles'];
  return programs ? [join(programs, 'Tesseract-OCR', 'tessdata')] : [];
}

/** The readable languages, by name: English, which is bundled, and installed ones. */
export async function installedLanguages(): Promise<readonly Language[]> {
  const found = new Map<string, Language>();
  for (const folder of [ownFolder(), ...folders()]) {
    const files = await readdir(folder).catch(() => []);
    for (const file of files.filter((name) => ending.test(name))) {
      const name = file.replace(ending, '');
      // `osd` detects the direction of script and reads no text.
      if (name !== 'osd' && !found.has(name)) found.set(name, { name, file: join(folder, file) });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** English, in the small and fast variant for the LSTM recogniser. */
function ownFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
}

/** `en-US`, `en` and `eng` are equal. @throws AppError `language_not_supported` with the available languages */
export async function findLanguage(wanted: string): Promise<Language> {
  const installed = await installedLanguages();
  const found = among(installed, wanted);
  if (found) return found;
  const names = installed.map(({ name }) => name);
  throw new AppError('language_not_supported', `The language ${quoted(wanted)} is not installed.`, {
    hint: `Installed: ${names.join(', ')}. ${howToAdd(namesOf(wanted)[1] ?? wanted)}`,
    data: { languages: names },
  });
}

/** The user's language if it is installed, else English, which is bundled. @param locale as a BCP 47 tag */
export async function userLanguage(locale = Intl.DateTimeFormat().resolvedOptions().locale): Promise<Language> {
  return among(await installedLanguages(), locale) ?? findLanguage('eng');
}

function among(installed: readonly Language[], wanted: string): Language | undefined {
  return namesOf(wanted)
    .map((name) => installed.find((language) => language.name.toLowerCase() === name.toLowerCase()))
    .find((language) => language !== undefined);
}

/** The BCP 47 tag of a language, under any of its names; one with the same region or script first. */
export function tagAmong(tags: readonly string[], wanted: string): string | null {
  const plain = wanted.replaceAll('_', '-').toLowerCase();
  const named = (name: string) => namesOf(name)[1]?.toLowerCase();
  return (
    tags.find((tag) => tag.toLowerCase() === plain) ??
    tags.find((tag) => tag.toLowerCase().startsWith(`${plain}-`)) ??
    tags.find((tag) => named(tag) === wanted.toLowerCase()) ??
    tags.find((tag) => named(tag) === named(wanted)) ??
    null
  );
}

/** Possible file names of a language, best first. */
function namesOf(wanted: string): readonly string[] {
  const [language = '', ...subtags] = wanted.split(/[-_]/);
  const traditional = subtags.some((tag) => ['hant', 'tw', 'hk', 'mo'].includes(tag.toLowerCase()));
  const name = language.toLowerCase() === 'zh' ? (traditional ? 'chi_tra' : 'chi_sim') : undefined;
  return [wanted, name ?? isoNames[language.toLowerCase()] ?? language];
}

export function howToAdd(name = 'deu'): string {
  const folder = folders()[0] ?? '';
  return `To add one, install its package (Debian: tesseract-ocr-${name.replace('_', '-')}) or put ${name}.traineddata into ${folder}.`;
}

/** Folder and file type, as the recogniser expects them. */
export function locationOf({ file }: Language): { readonly langPath: string; readonly gzip: boolean } {
  return { langPath: dirname(file), gzip: basename(file).endsWith('.gz') };
}
