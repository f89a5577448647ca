/** An element of a tree of at-spi2-core's test suite, as stated by its file. */
export interface Stated {
  readonly kind: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Stated states, actions and relations, and one entry per interface. */
  readonly facts: readonly Stated[];
  readonly children: readonly Stated[];
}

const tag = /<(\/?)([a-z_]+)((?:\s+[a-z_]+="[^"]*")*)\s*(\/?)>/gu;

/** @param xml elements and attributes only; the suite has no texts or entities */
export function statedIn(xml: string): Stated {
  const none: Open = { kind: '', attributes: {}, facts: [], children: [] };
  const open = [none];
  for (const [, closes, kind = '', attributes = '', isEmpty] of xml.matchAll(tag)) {
    if (closes) {
      open.pop();
      continue;
    }
    const made = { kind, attributes: attributesIn(attributes), facts: [], children: [] };
    const around = open.at(-1) ?? none;
    (kind.startsWith('accessible') ? around.children : around.facts).push(made);
    if (!isEmpty) open.push(made);
  }
  const [root] = none.children;
  if (!root) throw new Error('The tree states no element.');
  return root;
}

interface Open extends Stated {
  readonly facts: Stated[];
  readonly children: Stated[];
}

const attributesIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/([a-z_]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [name, value]));
