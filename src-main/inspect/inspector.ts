import type { Engine } from '../engine/engine.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { AppError } from '#contract/errors';
import type { PickEvent } from '#contract/events';
import { describeElement, type ElementHit } from '#contract/model/element';
import type { HighlightBox, PointerEvent } from '#contract/model/engine';

/** How long the outline of what was picked stays on the desktop, in milliseconds. */
const pickedOutlineMs = 1500;

/**
 * Picking: the outline follows the pointer, a left click or Enter picks, Escape, another button or a click on nothing
 * (which includes our own windows) ends it. One pick at a time; starting again while picking does nothing.
 */
export class Inspector {
  readonly #engine: Engine;
  readonly #wantsOutline: () => boolean;
  readonly #announce: (event: PickEvent) => void;
  readonly #log: Log;
  #active: DisposableStore | null = null;
  #hovered: ElementHit | null = null;

  constructor(options: {
    readonly engine: Engine;
    /** Whether the user wants to see one. */
    readonly outline: () => boolean;
    readonly announce: (event: PickEvent) => void;
    readonly log: Log;
  }) {
    this.#engine = options.engine;
    this.#wantsOutline = options.outline;
    this.#announce = options.announce;
    this.#log = options.log;
  }

  get picking(): boolean {
    return this.#active !== null;
  }

  start(): void {
    if (this.#active) return;
    const active = new DisposableStore();
    this.#active = active;
    this.#hovered = null;
    this.#announce({ type: 'started' });
    active.add(this.#engine.on('pointer', (event) => this.#onPointer(event)));
    active.add(
      this.#engine.on('status', (status) => {
        if (status.state !== 'ready') this.#end('failed', 'The engine was restarted; start the pick again.');
      }),
    );
  }

  stop(): void {
    this.#end('cancelled', '');
  }

  #onPointer(event: PointerEvent): void {
    switch (event.type) {
      case 'hover':
        this.#hovered = event.hit;
        this.#outline(event.hit, 'solid');
        this.#announce({ type: 'hovered', hit: event.hit });
        return;
      case 'press':
        if (event.button === 'left' && event.hit) this.#pick(event.hit);
        else this.stop();
        return;
      case 'key':
        if (event.key === 'Escape') this.stop();
        else if (event.key === 'Enter' && this.#hovered) this.#pick(this.#hovered);
    }
  }

  #pick(hit: ElementHit): void {
    this.#announce({ type: 'picked', hit });
    this.#end('picked', '');
    this.#outline(hit, 'dashed');
    setTimeout(() => {
      if (!this.picking) this.#outline(null, 'solid');
    }, pickedOutlineMs).unref();
  }

  #end(reason: 'picked' | 'cancelled' | 'failed', message: string): void {
    if (!this.#active) return;
    this.#active.dispose();
    this.#active = null;
    this.#hovered = null;
    this.#outline(null, 'solid');
    this.#announce({ type: 'ended', reason, message });
  }

  #outline(hit: ElementHit | null, line: HighlightBox['line']): void {
    const bounds = hit?.element.bounds;
    const boxes = hit && bounds && this.#wantsOutline() ? [{ bounds, label: describeElement(hit.element), line }] : [];
    // The pick goes on without an outline where the platform cannot draw one.
    this.#engine.highlight({ boxes }).catch((error: unknown) => {
      if (!(error instanceof AppError)) this.#log('warn', 'The outline could not be drawn', error);
    });
  }
}
