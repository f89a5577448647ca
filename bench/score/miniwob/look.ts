/** A line of a look, as the tool wrote it: the solver's only knowledge of the page. */
export interface Node {
  readonly ref: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly value: string;
  readonly states: string;
  readonly depth: number;
  /** In screen pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const line =
  /^(?<indent> *)\[(?<ref>e\d+)\] (?<type>\w+)(?: “(?<name>[^”]*)”)?(?: #(?:“(?<quoted>[^”]*)”|(?<id>\S+)))?(?: = “(?<value>[^”]*)”)?(?: \((?<x>-?\d+),(?<y>-?\d+) (?<width>\d+)×(?<height>\d+)\))?(?<states>.*)$/u;

/** @param text answer of `snapshot` with `all` and `places` */
export function nodesIn(text: string): readonly Node[] {
  return text.split('\n').flatMap((each) => {
    const found = line.exec(each)?.groups;
    if (!found) return [];
    const { indent = '', ref = '', type = '', name = '', quoted, id, value = '', states = '' } = found;
    const [x, y, width, height] = [found.x, found.y, found.width, found.height].map(Number);
    const place = { x: x || 0, y: y || 0, width: width || 0, height: height || 0 };
    return [{ ref, type, name, id: quoted ?? id ?? '', value, states, depth: indent.length / 2, ...place }];
  });
}

/** Descendants of the node at that index. */
export function inside(nodes: readonly Node[], index: number): readonly Node[] {
  const { depth = 0 } = nodes[index] ?? {};
  const rest = nodes.slice(index + 1);
  const end = rest.findIndex((node) => node.depth <= depth);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The page without the browser's frame and the task's sentence. */
export function pageOf(nodes: readonly Node[], sentence: string): readonly Node[] {
  const document = nodes.findIndex(({ type }) => type === 'Document');
  const all = inside(nodes, document);
  const plain = (text: string) => text.replace(/\W+/gu, '');
  let rest = plain(sentence);
  const own = new Set<Node>();
  for (const node of all) {
    if (!rest) break;
    if (node.type !== 'Text') continue;
    const text = plain(node.name.replace(/…$/u, ''));
    if (text && !rest.startsWith(text)) continue;
    own.add(node);
    rest = node.name.endsWith('…') ? '' : rest.slice(text.length);
  }
  return all.filter((node) => !own.has(node));
}
