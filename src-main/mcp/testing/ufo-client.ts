import type { WindowInfo } from '#contract/model/windows/window';
import { until } from '../../engine/backends/linux/testing/apps/target-app.ts';
import type { Answer, DesktopBench } from '../../tools/testing/desktop-bench.ts';

export interface UfoTarget {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly type: string;
  readonly rect: readonly [left: number, top: number, right: number, bottom: number];
}

/** Works the desktop as UFO's agents do: list, select, list, act by id and name. */
export class UfoClient {
  readonly #bench: DesktopBench;

  constructor(bench: DesktopBench) {
    this.#bench = bench;
  }

  call(tool: string, parameters: Record<string, unknown> = {}): Promise<Answer> {
    return this.#bench.call(tool, parameters);
  }

  /** The tool's `result`. @throws if the call failed */
  async list<T>(tool: string, parameters: Record<string, unknown> = {}): Promise<T[]> {
    return ((await this.ok(tool, parameters)).data as { readonly result: T[] }).result;
  }

  /** @throws where the call failed */
  async ok(tool: string, parameters: Record<string, unknown> = {}): Promise<Answer> {
    const answer = await this.call(tool, parameters);
    if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
    return answer;
  }

  /** The message of a call that must fail. @throws if it succeeded */
  async refused(tool: string, parameters: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.call(tool, parameters);
    if (!answer.isError) throw new Error(`${tool} worked: ${answer.text}`);
    return answer.text;
  }

  /** By the title that it has now. */
  async select({ id: handle }: WindowInfo): Promise<Answer> {
    const name = (await this.#bench.engine.listWindows({})).items.find(({ id }) => id === handle)?.title;
    const windows = await this.list<{ id: string; name: string }>('get_desktop_app_info');
    const window = windows.find((one) => one.name === name);
    if (!window) throw new Error(`“${name ?? handle}” is not listed.`);
    return this.ok('select_application_window', { id: window.id, name: window.name });
  }

  /** Lists the controls of the selected window again. */
  async control(name: string, type = 'Button'): Promise<UfoTarget> {
    const controls = await this.list<UfoTarget>('get_app_window_controls_target_info');
    const control = controls.find((one) => one.name === name && one.type === type);
    if (!control) throw new Error(`${type} “${name}” is not listed.`);
    return control;
  }

  async click(name: string): Promise<Answer> {
    const { id } = await this.control(name);
    return this.ok('click_input', { id, name });
  }

  /** Waits until an edit field of the window holds the text. */
  async holds(text: string, { id: window }: WindowInfo): Promise<void> {
    await until(async () => {
      const { matches } = await this.#bench.engine.find({ window, selector: 'role=Edit' });
      return matches.some(({ value }) => value === text);
    }, 5_000);
  }
}
