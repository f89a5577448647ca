import { around, type Entry } from './scene.ts';

/**
 * The same for the same finding in another run: the rule, and by type and id or name the element and what around it has
 * one. Numbers in names are left open; places and child indices are not in it, because any change around moves them.
 */
export function fingerprintOf(rule: string, entry: Entry): string {
  const chain = [...around(entry)].filter(({ node, name }) => node.automationId !== '' || name !== '').reverse();
  return [rule, ...chain.map(stepOf), stepOf(entry)].join(' > ');
}

function stepOf({ node: { controlType, automationId }, name, parent }: Entry): string {
  // A title names the document, which is another one each time.
  if (parent === null) return controlType;
  const text = (automationId || name).replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#').slice(0, 80);
  return text === '' ? controlType : `${controlType} ${text}`;
}
