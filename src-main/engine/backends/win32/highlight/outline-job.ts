import { dwmFlush } from './api.ts';
import type { OutlineAnswer, OutlineInput, OutlinePart } from './outline-messages.ts';
import { OutlineClass, OutlineWindow } from './outline-window.ts';
import type { PumpJob } from '../thread/job.ts';

/** The red outlines on the desktop. Their windows are kept, and used again for the next. */
export function outlineJob(): PumpJob {
  const outlines = new Outlines();
  return {
    call(input: OutlineInput): OutlineAnswer {
      if ('parts' in input) outlines.show(input.parts);
      else if (input.hidden) outlines.hide();
      else outlines.showAgain();
      return { excluded: outlines.excluded };
    },
    close: () => outlines.close(),
  };
}

class Outlines {
  #class: OutlineClass | null = null;
  readonly #windows: OutlineWindow[] = [];
  #shown: readonly OutlineWindow[] = [];

  get excluded(): boolean {
    return this.#shown.every(({ excluded }) => excluded);
  }

  show(parts: readonly OutlinePart[]): void {
    const shown = parts.flatMap((part, i) => {
      const window = (this.#windows[i] ??= new OutlineWindow((this.#class ??= new OutlineClass())));
      if (!('text' in part)) window.border(part);
      else if (!window.label(part)) return [];
      return [window];
    });
    for (const window of this.#windows) if (!shown.includes(window)) window.hide();
    this.#shown = shown;
  }

  /** Comes back when they are off the screen. */
  hide(): void {
    for (const window of this.#shown) window.hide();
    dwmFlush();
  }

  showAgain(): void {
    for (const window of this.#shown) window.show();
  }

  close(): void {
    for (const window of this.#windows) window.destroy();
    this.#class?.close();
  }
}
