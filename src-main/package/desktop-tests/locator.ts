import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Rect } from '#contract/model/geometry';
import { sleep } from '../../base/async/deadline.ts';
import type { RawNode } from '../../engine/backend.ts';
import type { Chain, Link } from '../../engine/selectors/locate.ts';
import { chainInWords } from '../../engine/selectors/locate-words.ts';
import type * as exported from '../scripting-types.ts';
import { isOver } from './wait.ts';
import { chordOf, mayPass } from './acting.ts';
import { CallLog } from './evidence.ts';
import { Finder, type Scope } from './host.ts';
import {
  findIn,
  idOf,
  inWords,
  lookAt,
  namesOfRole,
  nearIn,
  notOne,
  stateOf,
  unknownRole,
  type Found,
  type Look,
  blockedBy,
  boundsOf,
  isSeen,
  placeIn,
  placeOf,
  sightedIn,
  sizeOf,
  shownValue,
} from './look.ts';
import { textNodesOf, treeText } from './tree-text.ts';

/** Pauses between looks, in milliseconds; the last one goes on. */
const pauses = [0, 20, 50, 100, 100, 250] as const;
/** How long an act may take to change something before it counts as one that changed nothing, in milliseconds. */
const effectMs = 400;

/** Nobody waits for a change for so short a time, in milliseconds. */
const justNowMs = 5;

type Act = (found: Found) => readonly [tool: string, parameters: Readonly<Record<string, unknown>>];

export class Locator extends Finder<Locator> implements exported.Locator {
  readonly scope: Scope;
  readonly chain: Chain;

  constructor(scope: Scope, chain: Chain) {
    super();
    this.scope = scope;
    this.chain = chain;
  }

  protected link(link: Link): Locator {
    return new Locator(this.scope, [...this.chain, link]);
  }

  override toString(): string {
    return chainInWords(this.chain);
  }

  filter({ has, hasNot, ...options }: exported.FilterOptions): Locator {
    return this.link({ by: 'filter', ...options, has: chainOf(has), hasNot: chainOf(hasNot) });
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  nth(index: number): Locator {
    return this.link({ by: 'nth', index });
  }

  and(other: exported.Locator): Locator {
    return this.link({ by: 'and', other: chainOf(other) ?? [] });
  }

  or(other: exported.Locator): Locator {
    return this.link({ by: 'or', other: chainOf(other) ?? [] });
  }

  click({
    button = 'left',
    clickCount = 1,
    modifiers = [],
    position,
    ...options
  }: exported.ClickOptions = {}): Promise<void> {
    const held = modifiers.map((name) => (name === 'Control' ? 'ctrl' : name.toLowerCase()));
    const verb = {
      1: button === 'left' ? 'Click' : `${cap(button)}-click`,
      2: 'Double-click',
      3: 'Triple-click',
    }[clickCount];
    const how = { button, count: clickCount, modifiers: held };
    return this.#act(verb, {}, { ...options, changes: true }, (found) => {
      if (!options.force) return ['step_click', { id: idOf(found), ...how, ...placeIn(found, position) }];
      return ['click_at', { ...placeOf(found, position), button, double: clickCount > 1, modifiers: held }];
    });
  }

  dblclick(options: exported.ClickOptions = {}): Promise<void> {
    return this.click({ ...options, clickCount: 2 });
  }

  hover({ position, ...options }: exported.ActionOptions & exported.PositionOption = {}): Promise<void> {
    return this.#act('Hover', {}, options, (found) =>
      options.force
        ? ['move_mouse', placeOf(found, position)]
        : ['step_hover', { id: idOf(found), ...placeIn(found, position) }],
    );
  }

  fill(value: string, options: exported.ActionOptions = {}): Promise<void> {
    return this.#act('Fill', { value }, options, (found) => [
      'set_value',
      { element: idOf(found), value, timeout_ms: 0 },
    ]);
  }

  clear(options: exported.ActionOptions = {}): Promise<void> {
    return this.fill('', options);
  }

  press(key: string, options: exported.ActionOptions = {}): Promise<void> {
    const keys = chordOf(key);
    return this.#act('Press', { key }, { ...options, changes: true }, (found) => [
      'step_press_keys',
      { id: idOf(found), keys },
    ]);
  }

  pressSequentially(text: string, options: exported.ActionOptions = {}): Promise<void> {
    return this.#act('Type', { text }, options, (found) => ['step_type_text', { id: idOf(found), text }]);
  }

  check(options: exported.ActionOptions = {}): Promise<void> {
    return this.setChecked(true, options);
  }

  uncheck(options: exported.ActionOptions = {}): Promise<void> {
    return this.setChecked(false, options);
  }

  setChecked(checked: boolean, options: exported.ActionOptions = {}): Promise<void> {
    return this.#act(checked ? 'Check' : 'Uncheck', {}, options, (found) => [
      'set_checked',
      { element: idOf(found), checked, timeout_ms: 0 },
    ]);
  }

  selectOption(option: string, options: exported.ActionOptions = {}): Promise<void> {
    return this.#act('Select option', { option }, options, (found) => [
      'select_option',
      { element: idOf(found), value: option, timeout_ms: 0 },
    ]);
  }

  dragTo(
    target: exported.Locator,
    { sourcePosition, targetPosition, ...options }: exported.DragOptions = {},
  ): Promise<void> {
    const to = target as Locator;
    let end: Found | null = null;
    const act: Act = (found) => {
      if (!end) throw new Error('Nothing to drag to.');
      if (!sourcePosition && !targetPosition) return ['drag', { from: idOf(found), to: idOf(end) }];
      const [from, last] = [placeOf(found, sourcePosition), placeOf(end, targetPosition)];
      const { x, y } = boundsOf(found);
      const move = { at: { x: from.x - x, y: from.y - y }, to: { x: last.x - x, y: last.y - y } };
      return ['step_drag_element', { id: idOf(found), size: sizeOf(found), ...move }];
    };
    return this.#act(
      'Drag',
      { to: String(to) },
      { ...options, before: async () => void (end = await to.one(options)) },
      act,
    );
  }

  scrollIntoViewIfNeeded(options: exported.ActionOptions = {}): Promise<void> {
    return this.#act('Scroll into view', {}, { ...options, unseen: true }, (found) => [
      'scroll_into_view',
      { element: idOf(found), timeout_ms: Math.min(this.#timeout(options), 10_000) },
    ]);
  }

  focus(options: exported.ActionOptions = {}): Promise<void> {
    return this.#act('Focus', {}, options, (found) => ['focus_element', { element: idOf(found) }]);
  }

  waitFor(options: Parameters<exported.Locator['waitFor']>[0] = {}): Promise<void> {
    const { state = 'visible' } = options;
    return this.scope.desktop.step({ title: `Wait until ${state}`, subtitle: String(this) }, async () => {
      const log = new CallLog();
      log.add(`waiting for ${String(this)} to be ${state}`);
      const holds = ({ length }: readonly Found[], seen: number) =>
        ({ attached: length > 0, detached: length === 0, visible: seen > 0, hidden: seen === 0 })[state];
      await this.#explained(log, () =>
        this.#until(options, ({ found }) => {
          if (found.length > 1 && state === 'visible') throw new Error(notOne(this.chain, found));
          return holds(found, found.filter(({ node }) => isSeen(node)).length) ? found : null;
        }),
      );
    });
  }

  async count(): Promise<number> {
    return (await this.found()).length;
  }

  async all(): Promise<readonly Locator[]> {
    return (await this.found()).map((_, index) => this.nth(index));
  }

  async isVisible(): Promise<boolean> {
    return (await this.found()).some(({ node }) => isSeen(node));
  }

  async isEnabled(options: exported.TimeoutOption = {}): Promise<boolean> {
    return (await this.one(options)).node.states.includes('enabled');
  }

  async isChecked(options: exported.TimeoutOption = {}): Promise<boolean> {
    return (await this.one(options)).node.states.includes('checked');
  }

  async textContent(options: exported.TimeoutOption = {}): Promise<string> {
    return shownValue((await this.one(options)).node);
  }

  async inputValue(options: exported.TimeoutOption = {}): Promise<string> {
    return (await this.one(options)).node.value ?? '';
  }

  async boundingBox(options: exported.TimeoutOption = {}): Promise<Rect | null> {
    return (await this.one(options)).node.bounds;
  }

  async tree(options: exported.TimeoutOption = {}): Promise<string> {
    return treeText(textNodesOf((await this.one(options)).node));
  }

  /** All that it finds now. @param turn as of {@link look} */
  async found(turn = 0): Promise<readonly Found[]> {
    return findIn(await this.look(turn), this.chain);
  }

  /** @param turn how many looks for the same came before: the first may be the one that saw an act's effect just now */
  async look(turn = 0): Promise<Look> {
    const { desktop } = this.scope;
    const open = await desktop.openWindows();
    return lookAt(desktop.engine, this.scope.among(open), { open, ...(turn === 0 && { maxAgeMs: justNowMs }) });
  }

  /** The one that it finds, waited for. @throws Error if there are more, or none in time */
  async one(options: exported.TimeoutOption = {}): Promise<Found> {
    const log = new CallLog();
    log.add(`waiting for ${String(this)}`);
    return this.#explained(log, () =>
      this.#until(options, ({ found: [one, ...others] }) => {
        if (one && others.length > 0) throw new Error(notOne(this.chain, [one, ...others]));
        return one ?? null;
      }),
    );
  }

  /** The nearest matches: for the log, and for boxes in the screenshot. */
  async nearest(log: CallLog): Promise<readonly RawNode[]> {
    const look = await this.look().catch(() => null);
    if (!look) return [];
    const found = findIn(look, this.chain);
    if (found.length > 0) return found.slice(0, 5).map(({ node }) => node);
    const unknown = unknownRole(look, this.chain);
    if (unknown) log.add(unknown);
    const near = nearIn(look, this.chain);
    const names = near.length === 0 && namesOfRole(look, this.chain);
    if (names) log.add(names);
    for (const { node, why } of near) log.add(`nearest: ${inWords(node)}: ${why}`);
    return near.map(({ node }) => node);
  }

  #timeout({ timeout }: exported.TimeoutOption): number {
    return timeout ?? this.scope.desktop.timeout;
  }

  /** Collects the attachments of a failure. @throws Error the failure with the log */
  async #explained<T>(log: CallLog, body: () => Promise<T>): Promise<T> {
    try {
      return await body();
    } catch (error) {
      const { desktop } = this.scope;
      const near = await this.nearest(log);
      if (desktop.idle) log.add(desktop.idle);
      await desktop.evidence.collect(await this.scope.openWindows().catch(() => []), near, log);
      const why = error instanceof AppError && error.hint ? `${error.message} ${error.hint}` : (error as Error).message;
      throw new Error(`${why}\n${String(log)}`, { cause: error });
    }
  }

  /** Looks until something holds. @throws Error `Timeout …ms exceeded.` */
  async #until<T>(
    options: exported.TimeoutOption,
    holds: (now: { readonly look: Look; readonly found: readonly Found[] }) => T | null | Promise<T | null>,
  ): Promise<T> {
    const timeout = this.#timeout(options);
    const end = Date.now() + timeout;
    for (let turn = 0; ; turn++) {
      const look = await this.look(turn);
      const found = findIn(look, this.chain);
      const held = await holds({ look, found });
      if (held !== null) return held;
      if (isOver(end, turn + 1)) throw new Error(`Timeout ${timeout}ms exceeded.`);
      await sleep(Math.min(pauses[Math.min(turn, pauses.length - 1)] ?? 250, Math.max(0, end - Date.now())));
    }
  }

  /** Finds exactly one, waits until it can be used, and has a tool do it; tried again while nothing was done. */
  #act(title: string, params: Readonly<Record<string, unknown>>, options: ActOptions, act: Act): Promise<void> {
    const { desktop } = this.scope;
    const detail = Object.values(params).map(String).join(' ');
    const step = {
      title: detail ? `${title} ${quoted(detail)}` : title,
      subtitle: String(this),
      params: { locator: String(this), ...params },
    };
    return desktop.step(step, async () => {
      const log = new CallLog();
      await this.#explained(log, async () => {
        await options.before?.();
        log.add(`waiting for ${String(this)}`);
        await this.#until(options, (now) => this.#try(now, title, options, log, act));
      }).catch((error: unknown) => {
        throw new Error(`locator.${wordOf(title)}: ${(error as Error).message}`);
      });
    });
  }

  /** @returns null if it is to be tried again */
  async #try(
    { look, found }: { readonly look: Look; readonly found: readonly Found[] },
    title: string,
    options: ActOptions,
    log: CallLog,
    act: Act,
  ): Promise<true | null> {
    const [one, ...others] = found;
    if (!one) {
      log.add('no element yet');
      return null;
    }
    if (others.length > 0) throw new Error(notOne(this.chain, found));
    log.add(`locator resolved to ${inWords(one.node)}`);
    const blocked = options.force ? null : blockedBy(one.node, options.unseen === true);
    if (blocked) {
      log.add(blocked);
      return null;
    }
    const { desktop } = this.scope;
    const [tool, parameters] = act(one);
    try {
      const dry = options.trial ? { dry_run: true } : {};
      const before = options.changes && !options.trial ? stateOf(look) : null;
      await desktop.acting.run(tool, { ...parameters, ...dry }, sightedIn(look, one));
      if (before !== null) await this.#watchEffect(before, title);
      else if (!options.trial) desktop.idle = null;
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || !mayPass(error)) throw error;
      log.add(error.message);
      return null;
    }
  }

  /** Checks for an effect, and reports at once if there was none. */
  async #watchEffect(before: string, title: string): Promise<void> {
    const { desktop } = this.scope;
    const end = Date.now() + effectMs;
    for (let turn = 0; ; turn++) {
      const now = stateOf(await this.look(turn));
      if (now !== before) {
        desktop.idle = null;
        return;
      }
      if (Date.now() >= end) break;
      await sleep(pauses[Math.min(turn, 3)] ?? 100);
    }
    desktop.idle = `${title} ${String(this)} before changed no element and no window`;
    desktop.reporter.note('no effect', `${title} ${String(this)} changed no element and no window.`);
  }
}

interface ActOptions extends exported.ActionOptions {
  /** It is expected to change something that can be seen. */
  readonly changes?: boolean;
  /** For elements that cannot be visible. */
  readonly unseen?: boolean;
  readonly before?: () => Promise<void>;
}

function chainOf(locator: exported.Locator | undefined): Chain | undefined {
  if (locator === undefined) return undefined;
  if (locator instanceof Locator) return locator.chain;
  throw new AppError('invalid_parameter', 'Only Deskscope locators can be combined.');
}

function cap(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `Double-click` → `dblclick`, `Select option` → `selectOption` */
function wordOf(title: string): string {
  if (/click$/i.test(title)) return title === 'Double-click' ? 'dblclick' : 'click';
  if (title === 'Type') return 'pressSequentially';
  if (title === 'Drag') return 'dragTo';
  const words = title.toLowerCase().split(' ');
  const [first = '', ...others] = words;
  return first + others.map(cap).join('');
}
