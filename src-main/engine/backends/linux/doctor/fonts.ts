import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/check.ts';

/** Labels of outlines are drawn with the system's fonts. */
export async function checkFonts(): Promise<Check> {
  const name = 'Fonts';
  const { GlobalFonts } = await import('@napi-rs/canvas');
  const count = GlobalFonts.families.length;
  if (count > 0) return ok(name, `${count} families.`);
  return warning(name, 'There are no fonts, so outlines have no readable label.', 'Install fonts-dejavu-core.');
}
