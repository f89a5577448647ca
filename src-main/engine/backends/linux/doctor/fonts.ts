import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/check.ts';
import { isLegible } from '../../../picture/legible.ts';

/** Two letters of each script that many apps are written in. */
const scripts = [
  { name: 'Latin', letters: 'aW' },
  { name: 'Greek', letters: 'Ωδ' },
  { name: 'Cyrillic', letters: 'Жя' },
  { name: 'Hebrew', letters: 'של' },
  { name: 'Arabic', letters: 'عم' },
  { name: 'Devanagari', letters: 'कम' },
  { name: 'Thai', letters: 'กม' },
  { name: 'Chinese', letters: '保存' },
  { name: 'Japanese', letters: 'あん' },
  { name: 'Korean', letters: '한국' },
  { name: 'emoji', letters: '😀👍' },
] as const;

/** What the labels of outlines can be read in: found out by drawing, since lists of fonts do not say it. */
export async function checkFonts(): Promise<Check> {
  const name = 'Fonts';
  const legible = await Promise.all(scripts.map(({ letters }) => isLegible(letters)));
  const namesWhere = (wanted: boolean) => scripts.filter((_, i) => legible[i] === wanted).map((script) => script.name);
  const [readable, boxes] = [namesWhere(true), namesWhere(false)];
  if (boxes.includes('Latin')) {
    const fix = 'Install Deskscope again: its own font is missing. Until then, fonts-dejavu-core may help.';
    return warning(name, 'Labels of outlines are empty boxes.', fix);
  }
  const missing =
    boxes.length > 0 ? `; not ${boxes.join(', ')}: fonts-noto-core and fonts-noto-cjk would add most` : '';
  return ok(name, `Labels of outlines show ${readable.join(', ')}${missing}.`);
}
