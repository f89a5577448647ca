import { AppError, toWire } from '#contract/errors';
import type { PickEvent } from '#contract/events';
import { describeElement, type ElementHit, type ElementId } from '#contract/model/elements/element';
import type { HighlightBox, PointerEvent } from '#contract/model/engine';
import { maxTried, type TriedSelector } from '#contract/model/elements/tried-selector';
import { windowRemembered, chooseWindow } from '#contract/model/windows/window-query';
import type { WindowId, WindowMatch } from '#contract/model/windows/window';
import type { Engine } from '../engine/engine.ts';
import { disposable, DisposableStore } from '../base/async/disposable.ts';
import type { Log } from '../base/log.ts';

/** How long the outline of the picked element stays on the desktop, in milliseconds. */
const pickedOutlineMs = 1500;
/** How long the pointer must rest before the selector quality is queried, in milliseconds. */
const rateAfterMs = 150;

export interface PickOptions {
  /** Delay in milliseconds after which the element under the pointer is picked without a click; 0 lets a click pick. */
  readonly delayMs?: number;
}

/**
 * Picking: the outline follows the pointer, a left click or Enter picks, and Escape, another button or a click on nothing (which
 * includes our own windows) cancels. One pick at a time; starting again while picking does nothing.
 * An open menu grabs pointer and keys. There a click would choose its entry, so it only ends the pick; {@link Inspector.key}, or
 * a pick with a delay, picks the element under the pointer.
 */
export class Inspector {
  readonly #engine: Engine;
  readonly #wantsOutline: () => boolean;
  readonly #announce: (event: PickEvent) => void;
  readonly #log: Log;
  #active: DisposableStore | null = null;
  #hovered: ElementHit | null = null;
  #shared = false;
  #rating: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly engine: Engine;
    /** Whether the user has outlines on. */
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

  start({ delayMs = 0 }: PickOptions = {}): void {
    if (this.#active) return;
    const active = new DisposableStore();
    this.#active = active;
    this.#hovered = null;
    this.#shared = false;
    active.add(
      this.#engine.on('status', (status) => {
        if (status.state !== 'ready')
          this.#fail(new AppError('engine_restarted', undefined, { hint: 'Start the pick again.' }));
      }),
    );
    if (delayMs > 0) this.#wait(active, delayMs);
    else this.#follow(active);
  }

  stop(): void {
    this.#end({ type: 'ended', reason: 'cancelled' });
  }

  /** The global key: starts a pick, picks where a click cannot, and else ends it. */
  key(): void {
    if (!this.#active) this.start();
    else if (this.#shared) void this.#pickUnderPointer(this.#active);
    else this.stop();
  }

  #follow(active: DisposableStore): void {
    this.#announce({ type: 'started' });
    active.add(this.#engine.on('pointer', (event) => this.#onPointer(event)));
  }

  #wait(active: DisposableStore, delayMs: number): void {
    this.#announce({ type: 'waiting', until: Date.now() + delayMs });
    const timer = setTimeout(() => void this.#pickUnderPointer(active), delayMs);
    active.add(disposable(() => clearTimeout(timer)));
  }

  #onPointer(event: PointerEvent): void {
    switch (event.type) {
      case 'hover':
        this.#hovered = event.hit;
        this.#outline(event.hit, 'solid');
        this.#announce({ type: 'hovered', hit: event.hit });
        clearTimeout(this.#rating);
        if (event.hit) this.#rateSoon(event.hit.element.id);
        return;
      case 'shared':
        this.#shared = true;
        this.#announce({ type: 'shared' });
        return;
      case 'press':
        if (event.button === 'left' && event.hit && !this.#shared) this.#pick(event.hit);
        else this.stop();
        return;
      case 'key':
        if (event.key === 'Escape') this.stop();
        else if (event.key === 'Enter' && this.#hovered && !this.#shared) this.#pick(this.#hovered);
    }
  }

  #rateSoon(element: ElementId): void {
    this.#rating = setTimeout(() => void this.#rate(element), rateAfterMs);
  }

  /** Reports the element's selector quality; skips an app that does not respond in time. */
  async #rate(element: ElementId): Promise<void> {
    const ranked = await this.#engine.selectors({ element }, { timeoutMs: 2_000 }).catch(() => null);
    if (ranked && this.#hovered?.element.id === element)
      this.#announce({ type: 'rated', matches: ranked[0]?.matchCount ?? 0 });
  }

  async #pickUnderPointer(active: DisposableStore): Promise<void> {
    try {
      const hit = await this.#engine.elementUnderPointer({});
      if (this.#active !== active) return;
      if (hit) this.#pick(hit);
      else this.#fail(nothingThere());
    } catch (error) {
      if (this.#active === active) this.#fail(error);
    }
  }

  #pick(hit: ElementHit): void {
    this.#announce({ type: 'picked', hit });
    this.#end({ type: 'ended', reason: 'picked' });
    this.#outline(hit, 'dashed');
    setTimeout(() => {
      if (!this.picking) this.#outline(null, 'solid');
    }, pickedOutlineMs).unref();
  }

  #fail(error: unknown): void {
    this.#end({ type: 'ended', reason: 'failed', error: toWire(error) });
  }

  #end(event: Extract<PickEvent, { type: 'ended' }>): void {
    if (!this.#active) return;
    clearTimeout(this.#rating);
    this.#active.dispose();
    this.#active = null;
    this.#hovered = null;
    this.#outline(null, 'solid');
    this.#announce(event);
  }

  #outline(hit: ElementHit | null, line: HighlightBox['line']): void {
    const bounds = hit?.element.bounds;
    const boxes =
      hit && bounds && this.#wantsOutline()
        ? [{ bounds, label: describeElement(hit.element), line, window: hit.window.id, element: hit.element.id }]
        : [];
    // Picking continues without an outline if the platform cannot draw one.
    this.#engine.highlight({ boxes }).catch((error: unknown) => {
      if (!(error instanceof AppError)) this.#log('warn', 'The outline could not be drawn', error);
    });
  }
}

function nothingThere(): AppError {
  const hint = 'Rest the pointer on a window of an app, and pick again.';
  return new AppError('element_not_found', 'Nothing to pick under the pointer.', { hint });
}

const nearest = 5;

interface Trial {
  /** A window, or a step's window properties. */
  readonly within: WindowId | WindowMatch;
  readonly selector: string;
  /** Draws a numbered box around each match on the desktop, until the next outline. */
  readonly outline: boolean;
}

/** @throws AppError `invalid_parameter` for an invalid selector, `window_not_found` */
export async function trySelector(
  engine: Pick<Engine, 'find' | 'nearMisses' | 'highlight' | 'listWindows'>,
  { within, selector, outline }: Trial,
): Promise<TriedSelector> {
  const window = typeof within === 'string' ? within : await remembered(engine, within);
  const { matches, total } = await engine.find({ window, selector, limit: maxTried });
  const near = total === 0 ? await engine.nearMisses({ window, selector, limit: nearest }) : [];
  if (outline) {
    const boxes = matches.flatMap(({ id, bounds }, index) =>
      bounds ? [{ bounds, label: String(index + 1), line: 'solid' as const, window, element: id }] : [],
    );
    await engine.highlight({ boxes });
  }
  return { window, matches, total, near };
}

async function remembered(engine: Pick<Engine, 'listWindows'>, match: WindowMatch): Promise<WindowId> {
  const { items } = await engine.listWindows({});
  return chooseWindow(items, windowRemembered(match)).id;
}
