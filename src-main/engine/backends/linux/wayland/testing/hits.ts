import { setTimeout as sleep } from 'node:timers/promises';
import { center, contains, type Point } from '#contract/model/geometry';
import { parseElementId, type ElementNode, type TreeNode } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../../../../engine.ts';
import { choiceOf, judgements, kindOf, type Judgement, type Kind, type Seen } from './judgements.ts';
import type { Accessible, Testimony, Witness } from './witness.ts';

export interface Hit {
  readonly kind: Kind;
  readonly what: string;
  /** Evidence that it landed; null if there is none. */
  readonly by: string | null;
  readonly note: string;
}

export interface Stage {
  readonly engine: Engine;
  readonly witness: Witness;
  /** Window titles, from the compositor's tools. */
  readonly titles: () => Promise<readonly string[]>;
  /** Names of elements that are not pressed. */
  readonly leave: RegExp;
  readonly enough: number;
}

/** They lead out of the app, open other dialogs, or have no effect without a selection. */
const never =
  /quit|close|exit|print|delete|remove|minimi|maximi|restore|save|open|send|new|record|help|full.?screen|web|online|donat|report|langu|import|export|cut|copy|paste|undo|redo/i;
const opensDialog = /^about|preferences|properties|font/i;
const kindsInOrder = ['menu', 'combo', 'toggle', 'tab', 'field', 'row', 'button'] as const;
const mostOfKind = 4;

/** Time for an app to report a hit, time to settle, and poll interval; milliseconds. */
const [maxWaitMs, settleMs, looksEveryMs] = [3_000, 150, 60];

/** Hits elements of a window, some of each kind, and verifies independently whether the hits landed. */
export class Hits {
  readonly #stage: Stage;
  readonly #window: WindowInfo;
  readonly #hits: Hit[] = [];
  readonly #tried = new Set<string>();

  constructor(stage: Stage, window: WindowInfo) {
    this.#stage = stage;
    this.#window = window;
  }

  /** Until there are enough, or nothing new is found. */
  async run(): Promise<readonly Hit[]> {
    const { enough } = this.#stage;
    for (let before = -1; before < this.#tried.size && this.#hits.length < enough;) {
      before = this.#tried.size;
      for (const node of await this.#candidates()) {
        if (this.#hits.length >= enough) break;
        this.#tried.add(nodeKey(node));
        await this.#hit(node);
      }
    }
    return this.#hits.slice(0, enough);
  }

  async #hit(node: ElementNode): Promise<void> {
    const kind = kindOf(node);
    if (kind === 'menu') await this.#menu(node);
    else if (kind === 'combo') await this.#combo(node);
    else if (kind !== null && kind !== 'choice' && usable(await this.#again(node))) {
      await this.#press(kind, node, judgements[kind]);
      await this.#tidy();
    }
  }

  /** Some untried elements of each kind. */
  async #candidates(): Promise<readonly ElementNode[]> {
    const { items } = await this.#stage.engine.listWindows({});
    const { contentBounds } = items.find(({ id }) => id === this.#window.id) ?? this.#window;
    // At this scale, not all of a window fits on its monitor.
    const { monitors } = await this.#stage.engine.describe({});
    const isOnScreen = (at: Point) => monitors.some(({ bounds }) => contains(bounds, at));
    const found = (await this.#nodes()).filter((node) => {
      const at = node.bounds && usable(node) ? center(node.bounds) : null;
      // Elements on another monitor have coordinates outside their window.
      const isHere = at !== null && isOnScreen(at) && (monitors.length > 1 || contains(contentBounds, at));
      const isWanted = kindOf(node) === 'menu' || !never.test(node.name);
      return isHere && isWanted && !this.#stage.leave.test(node.name) && !this.#tried.has(nodeKey(node));
    });
    return kindsInOrder.flatMap((kind) => spread(found.filter((node) => kindOf(node) === kind)));
  }

  async #nodes(): Promise<readonly ElementNode[]> {
    return flat((await this.#stage.engine.tree({ window: this.#window.id, maxNodes: 4_000 })).root);
  }

  async #again({ id }: ElementNode): Promise<ElementNode | null> {
    return (await this.#nodes()).find((node) => node.id === id) ?? null;
  }

  /** Presses the element at its current position, and polls for a report of the hit. @param by how it is reached */
  async #press(kind: Kind, node: ElementNode, judgement: Judgement, by: 'click' | 'hover' = 'click'): Promise<boolean> {
    const what = nodeKey(node);
    try {
      const before = await this.#stage.witness.about(refOf(node));
      const titles = await this.#stage.titles();
      const how = await this.#reach((await this.#again(node)) ?? node, by);
      const until = Date.now() + maxWaitMs;
      for (;;) {
        const seen = await this.#seen(node, before, titles);
        const landed = judgement(seen);
        if (landed === null && Date.now() < until) {
          await sleep(looksEveryMs);
          continue;
        }
        const reported = seen.elsewhere
          .slice(0, 4)
          .map(({ type, detail, path }) => `${type} ${detail} ${path.slice(-12)}`);
        this.#hits.push({ kind, what, by: landed, note: landed === null ? `${how}: ${reported.join(', ')}` : how });
        return landed !== null;
      }
    } catch (error) {
      this.#hits.push({ kind, what, by: null, note: String(error) });
      return false;
    }
  }

  async #seen(node: ElementNode, before: Testimony, titles: readonly string[]): Promise<Seen> {
    const { witness, titles: ask } = this.#stage;
    const ref = refOf(node);
    return {
      before,
      now: await witness.about(ref),
      received: await witness.received(ref),
      elsewhere: await witness.received(ref, true),
      windows: (await ask()).filter((title) => !titles.includes(title)),
    };
  }

  /** Elements without bounds, as in GTK pop-ups on sway, are invoked through patterns. @returns the method in words */
  async #reach({ id, bounds }: ElementNode, by: 'click' | 'hover'): Promise<string> {
    const { engine, witness } = this.#stage;
    await witness.forget();
    if (!bounds) {
      await engine.runPattern({ element: id, call: { pattern: 'invoke' } });
      return 'by its pattern';
    }
    const at = center(bounds);
    if (by === 'click') await engine.click({ at, button: 'left', count: 1 });
    // On sway, Qt's menus ignore the first key.
    else for (const dx of [-9, -6, -3, 0]) await engine.moveMouse({ x: at.x + dx, y: at.y });
    return JSON.stringify(at);
  }

  async #combo(node: ElementNode): Promise<void> {
    const { witness } = this.#stage;
    const [shown, before] = [await this.#shown(), await witness.about(refOf(node))];
    if (await this.#press('combo', node, judgements.combo)) {
      const item = (await this.#come(shown)).find(
        ({ controlType, name, states }) =>
          ['ListItem', 'MenuItem', 'DataItem'].includes(controlType) &&
          name !== '' &&
          name !== before.name &&
          name !== before.text &&
          !states.includes('selected'),
      );
      let box = before;
      const judge = item && choiceOf(item.name, before, () => box);
      if (judge)
        await this.#press('choice', item, (seen) => {
          void witness.about(refOf(node)).then((now) => (box = now));
          return judge(seen);
        });
    }
    await this.#leaveMenus();
  }

  async #menu(node: ElementNode): Promise<void> {
    const shown = await this.#shown();
    if (await this.#press('menu', node, judgements.menu)) {
      const entries = (await this.#come(shown)).filter(
        ({ id, controlType, name, states }) =>
          id !== node.id &&
          ['MenuItem', 'CheckBox', 'RadioButton', 'Button'].includes(controlType) &&
          name !== '' &&
          states.includes('enabled'),
      );
      const hovered = entries.find(({ bounds }, i) => bounds && i > 0);
      if (hovered) await this.#press('entry', hovered, judgements.entry, 'hover');
      const check = entries.find(
        ({ name, states }) =>
          !/(\.{3}|…)$/.test(name) && !never.test(name) && states.includes('checkable') && !states.includes('checked'),
      );
      const dialog = entries.find(({ name }) => opensDialog.test(name));
      if (check) await this.#press('checked entry', check, judgements['checked entry']);
      else if (dialog) await this.#press('dialog', dialog, judgements.dialog);
    }
    await this.#leaveMenus();
  }

  async #shown(): Promise<ReadonlySet<string>> {
    return new Set((await this.#nodes()).filter(isShown).map(({ id }) => id));
  }

  /** Newly visible elements, once they have bounds; sway reports none of GTK's. */
  async #come(before: ReadonlySet<string>): Promise<readonly ElementNode[]> {
    for (let looks = 0; ; looks++) {
      await sleep(settleMs);
      const come = (await this.#nodes()).filter((node) => isShown(node) && !before.has(node.id));
      if (come.some(({ bounds }) => bounds) || looks > 5) return come;
    }
  }

  async #leaveMenus(): Promise<void> {
    for (let i = 0; i < 2; i++) await this.#stage.engine.pressKeys({ keys: 'Escape' }).catch(() => undefined);
    await this.#tidy();
  }

  /** Closes the windows opened by a hit. */
  async #tidy(): Promise<void> {
    const { engine } = this.#stage;
    for (let i = 0; i < 3; i++) {
      const { items } = await engine.listWindows({});
      const opened = items.filter(
        ({ processId, id }) => processId === this.#window.processId && id !== this.#window.id,
      );
      if (opened.length === 0) break;
      for (const { id: window } of opened) {
        await engine.actOnWindow({ window, action: 'focus' }).catch(() => undefined);
        await engine.pressKeys({ keys: 'Escape', window }).catch(() => undefined);
        await engine.actOnWindow({ window, action: 'close' }).catch(() => undefined);
      }
    }
    await engine.actOnWindow({ window: this.#window.id, action: 'focus' }).catch(() => undefined);
  }
}

const isShown = ({ states }: ElementNode) => states.includes('visible') && !states.includes('offscreen');

function usable(node: ElementNode | null): boolean {
  return (
    node?.bounds != null &&
    node.bounds.width > 3 &&
    node.bounds.height > 3 &&
    isShown(node) &&
    node.states.includes('enabled')
  );
}

function nodeKey({ role, name, id }: ElementNode): string {
  return `${role} “${name.slice(0, 30) || id.slice(-6)}”`;
}

function refOf({ id }: ElementNode): Accessible {
  const { runtimeId } = parseElementId(id);
  const slash = runtimeId.indexOf('/');
  return [runtimeId.slice(0, slash), runtimeId.slice(slash)];
}

function flat(node: TreeNode): readonly ElementNode[] {
  return [node, ...(node.children ?? []).flatMap(flat)];
}

function spread(all: readonly ElementNode[]): readonly ElementNode[] {
  return all.filter(
    (_, i) => Math.floor((i * mostOfKind) / all.length) !== Math.floor(((i - 1) * mostOfKind) / all.length),
  );
}
