import type { Node } from '../look.ts';
import { Over, type World } from '../world.ts';

/** How to handle sentences of one form. */
export interface Rule {
  readonly sentence: RegExp;
  /** @param words groups of the regular expression */
  act(world: World, words: readonly string[]): Promise<void>;
}

export const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
export const isField = ({ type, states }: Node) => /^(?:Edit|Spinner)$/u.test(type) && !/readonly/u.test(states);

/** “3rd” → 3; “last” → 0. */
export const ordinal = (word: string) => Number(/\d+/u.exec(word)?.[0] ?? 0);

/** Clicks the element with that name: a button before a link, a link before a text. */
export async function clickNamed(world: World, name: string, withinMs?: number): Promise<void> {
  const fits = (node: Node) => same(node.name, name) || same(node.value, name);
  await world.find(`“${name}”`, (node) => fits(node), withinMs);
  const all = (await world.look()).filter(fits);
  const rank = ({ type }: Node) => ['Button', 'Hyperlink', 'MenuItem', 'TabItem', 'ListItem'].indexOf(type) >>> 0;
  const [best] = [...all].sort((a, b) => rank(a) - rank(b));
  if (best) await world.click(best);
}

/** The submit button: the one named last in the sentence, else the page's last one. */
export async function submit(world: World): Promise<void> {
  const page = await world.look();
  const buttons = page.filter(({ type, states }) => type === 'Button' && !/disabled/u.test(states));
  const place = ({ name }: Node) => (name ? world.sentence.toLowerCase().lastIndexOf(name.toLowerCase()) : -1);
  const named = buttons.filter((node) => place(node) >= 0).sort((a, b) => place(b) - place(a));
  const usual = (node: Node) => /^(?:submit|search|ok|login|order!?|done)$/iu.test(node.name.trim());
  const best = named[0] ?? [...page, ...buttons].reverse().find(usual) ?? buttons.at(-1);
  if (!best) throw new Over('found no button that ends the form');
  await world.click(best);
}
