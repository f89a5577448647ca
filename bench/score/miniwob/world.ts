import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from '../agent.ts';
import { nodesIn, pageOf, type Node } from './look.ts';
import type { Shown } from '../pages.ts';

/** Ends a task: it is over, or nothing more can be done. */
export class Over extends Error {}

/** A page and an agent's tools. */
export class World {
  /** The tools' refusals, in order. */
  readonly refusals: string[] = [];
  calls = 0;
  private readonly agent: Agent;
  private readonly window: string;
  private readonly episode: Shown;
  readonly sentence: string;

  constructor(agent: Agent, window: string, episode: Shown, sentence: string) {
    this.agent = agent;
    this.window = window;
    this.episode = episode;
    this.sentence = sentence;
  }

  async look(): Promise<readonly Node[]> {
    const all: Node[] = [];
    for (let offset = 0; ;) {
      const { text } = await this.call('snapshot', { all: true, places: true, ...(offset > 0 && { offset }) });
      all.push(...nodesIn(text));
      const next = Number(/Next page: offset (\d+)/u.exec(text)?.[1] ?? 0);
      if (next <= offset) return pageOf(unique(all), this.sentence);
      offset = next;
    }
  }

  /** Waits until the task's page is in the tree: a browser's tree changes shortly after the page. */
  async ready(): Promise<void> {
    const start = this.sentence.slice(0, 8);
    for (const deadline = Date.now() + 5_000; Date.now() < deadline;) {
      const { text } = await this.call('snapshot', { all: true });
      if (text.includes(`Text “${start.trimEnd()}`)) break;
      await sleep(100);
    }
    // The page's scripts may still be running.
    await sleep(300);
  }

  /** Looks until a node matches. @throws Over if none does */
  async find(what: string, fits: (node: Node) => boolean, withinMs = 3_000): Promise<Node> {
    for (const deadline = Date.now() + withinMs; ;) {
      const found = (await this.look()).find(fits);
      if (found) return found;
      if (Date.now() > deadline) throw new Over(`found no ${what}`);
      await sleep(150);
    }
  }

  /** The full text of a node; a look shows only its beginning. */
  async text(node: Node): Promise<string> {
    const { text } = await this.call('get_text', { element: node.ref });
    return text
      .split('\n')
      .filter((each) => each.startsWith('> '))
      .map((each) => each.slice(2))
      .join('\n');
  }

  /** Clicks the node; if it is covered or hidden by its states, presses a key or the centre of its bounds. */
  async click(node: Node): Promise<boolean> {
    const input = { element: node.ref, timeout_ms: 1_500 };
    const { ok, text } = await this.call('click_element', input);
    if (ok) return true;
    if (/covers/u.test(text) && node.type === 'Button')
      return this.act('press_keys', { keys: 'space', element: node.ref });
    if (/covers|not visible/u.test(text) && node.width > 0) return this.act('click_at', centre(node));
    this.refused('click_element', text);
    return false;
  }

  type(node: Node, text: string): Promise<boolean> {
    return this.act('type_text', { element: node.ref, text });
  }

  /** @returns whether the tool succeeded */
  async act(tool: string, input: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { ok, text } = await this.call(tool, input);
    if (!ok) this.refused(tool, text);
    return ok;
  }

  private refused(tool: string, text: string) {
    if (!this.episode.ended()) this.refusals.push(`${tool}: ${text.replace(/\s+/gu, ' ')}`);
  }

  private async call(tool: string, input: Readonly<Record<string, unknown>>) {
    if (this.episode.ended()) throw new Over('');
    if (++this.calls > 150) throw new Over('150 calls were not enough');
    const withWindow = ['drag', 'click_at'].includes(tool) ? input : { window: this.window, ...input };
    const answer = await this.agent.call(tool, withWindow);
    if (process.env.SCORE_TRACE) process.stderr.write(`${tool} ${JSON.stringify(input)}\n${answer.text}\n\n`);
    return answer;
  }
}

function unique(nodes: readonly Node[]): readonly Node[] {
  const seen = new Set<string>();
  return nodes.filter(({ ref }) => !seen.has(ref) && seen.add(ref));
}

export const centre = ({ x, y, width, height }: Node) => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});
export const at = (x: number, y: number) => `${Math.round(x)},${Math.round(y)}`;
