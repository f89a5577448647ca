import { setTimeout as sleep } from 'node:timers/promises';
import { center, type Point } from '#contract/model/geometry';
import type { MouseButton } from '#contract/model/recordings/action';
import type { Backend, RawNode } from '../../../../backend.ts';
import { allNodes, readTree, until, type TargetApp } from '../apps/target-app.ts';

/** Simulates the user of an app: through XTest, at positions from the tree, so that wrong positions have no effect. */
export class AppDriver {
  readonly #backend: Backend;
  readonly #app: TargetApp;

  constructor(backend: Backend, app: TargetApp) {
    this.#backend = backend;
    this.#app = app;
  }

  async inFront(): Promise<void> {
    await this.#backend.windows.act((await this.#app.window()).id, 'focus');
    await until(async () => (await this.#app.window()).active);
  }

  async nodes(): Promise<readonly RawNode[]> {
    return allNodes((await readTree(this.#backend, await this.#app.window())).root);
  }

  /** The first visible matching element with bounds; waits for it. */
  async find(isIntended: (node: RawNode) => boolean, withinMs?: number): Promise<RawNode> {
    let found: RawNode | undefined;
    await until(async () => {
      found = (await this.nodes()).find((node) => node.bounds && node.states.includes('visible') && isIntended(node));
      return found !== undefined;
    }, withinMs);
    return found!;
  }

  async point(at: Point): Promise<void> {
    // Some apps ignore a pointer that never moved.
    await this.#backend.input.move({ x: at.x - 2, y: at.y });
    await sleep(30);
    await this.#backend.input.move(at);
  }

  async click(at: Point, button: MouseButton = 'left'): Promise<void> {
    await this.point(at);
    await this.#backend.input.button(button, true);
    await sleep(40);
    await this.#backend.input.button(button, false);
  }

  async clickOn(isIntended: (node: RawNode) => boolean): Promise<void> {
    await this.click(center((await this.find(isIntended)).bounds!));
  }

  /** The element at a point, in the window that a press there would reach. */
  async at(point: Point): Promise<string | null> {
    const window = await this.#backend.windows.at!(point);
    return window && this.#backend.elements.hitTest(window, point);
  }

  /** Closes menus that are open. */
  async escape(): Promise<void> {
    for (let times = 0; times < 3; times++) {
      await this.#backend.input.press('Escape');
      await sleep(100);
    }
  }
}

export const isCalled = (name: string, controlType?: string) => (node: RawNode) =>
  node.name === name && (controlType === undefined || node.controlType === controlType);
