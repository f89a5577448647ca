/** What the recogniser calls a script, people call a place (ISO 15924 and ISO 3166). */
const chinese: Readonly<Record<string, string>> = { chi_sim: 'zh-CN', chi_tra: 'zh-TW' };

/** `eng` as people write it: `en-US`. Names that are no language stay as they are. */
export function languageTag(name: string): string {
  const known = chinese[name];
  if (known) return known;
  try {
    const { language, region } = new Intl.Locale(name).maximize();
    return region ? `${language}-${region}` : language;
  } catch {
    return name;
  }
}
