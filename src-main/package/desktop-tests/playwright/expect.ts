import { expect as base } from '@playwright/test';
import type { ElementState } from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import { sleep } from '../../../base/async/deadline.ts';
import { nameMatches } from '../../../engine/selectors/locate.ts';
import type * as exported from '../../test-types.ts';
import { CallLog } from '../evidence.ts';
import { Locator } from '../locator.ts';
import { AnyWindow } from '../places.ts';
import { isOver } from '../wait.ts';
import { inWords, notOne, type Found, isSeen, shownValue } from '../look.ts';
import { toMatchTree } from './match-tree.ts';

/** The part of Playwright's matcher context that is used here. */
interface Context {
  readonly isNot: boolean;
  readonly timeout: number;
  readonly utils: {
    printExpected(value: unknown): string;
    printReceived(value: unknown): string;
    matcherHint(...words: readonly unknown[]): string;
  };
}

interface Asked {
  readonly pass: boolean;
  readonly received: string;
}

type Ask = (found: readonly Found[]) => Asked;

interface Verdict {
  readonly pass: boolean;
  readonly name: string;
  readonly message: () => string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

const missing = '<element(s) not found>';
/** Pauses between looks, in milliseconds; the last one goes on. */
const pauses = [0, 20, 50, 100] as const;

interface Matcher {
  readonly name: string;
  readonly locator: Locator;
  /** Missing if the name says it. */
  readonly expected?: unknown;
  readonly timeout?: number | undefined;
  /** Any number of elements is valid. */
  readonly many?: boolean;
}

/** Polls until the condition holds, or with `not` no longer holds; reports the last state if it does not. */
async function retry(
  context: Context,
  { name, locator, many = false, ...matcher }: Matcher,
  ask: Ask,
): Promise<Verdict> {
  const { isNot } = context;
  const timeout = matcher.timeout ?? context.timeout;
  const end = Date.now() + timeout;
  const log = new CallLog();
  log.add(`Expect "${isNot ? 'not ' : ''}${name}" with timeout ${timeout}ms`);
  log.add(`waiting for ${String(locator)}`);
  let last: Asked = { pass: isNot, received: missing };
  for (let turn = 0; ; turn++) {
    const found = await locator.found(turn);
    if (found.length > 1 && !many) {
      last = { pass: isNot, received: notOne(locator.chain, found) };
      break;
    }
    last = ask(found);
    if (last.pass !== isNot) return { pass: last.pass, name, message: () => '' };
    if (found[0] && !many) log.add(`locator resolved to ${inWords(found[0].node)}`);
    log.add(found[0] ? `unexpected value ${JSON.stringify(last.received)}` : 'no element yet');
    if (isOver(end, turn + 1)) break;
    await sleep(pauses[Math.min(turn, pauses.length - 1)] ?? 100);
  }
  const { desktop } = locator.scope;
  const near = await locator.nearest(log);
  if (desktop.idle) log.add(desktop.idle);
  await desktop.evidence.collect(await locator.scope.openWindows().catch(() => []), near, log);
  return verdict(
    context,
    { name, timeout, expected: matcher.expected, place: `Locator:  ${String(locator)}` },
    last,
    log,
  );
}

/** The same for a window. */
async function retryWindow(
  context: Context,
  { name, window, ...matcher }: Omit<Matcher, 'locator'> & { readonly window: AnyWindow },
  ask: (open: readonly WindowInfo[]) => Asked,
): Promise<Verdict> {
  const { desktop } = window;
  const timeout = matcher.timeout ?? context.timeout;
  const end = Date.now() + timeout;
  for (let turn = 0; ; turn++) {
    const last = ask(await window.openWindows());
    if (last.pass !== context.isNot) return { pass: last.pass, name, message: () => '' };
    if (isOver(end, turn + 1)) {
      const open = await desktop.openWindows();
      const log = new CallLog();
      log.add(`open windows: ${open.map(({ title }) => quoted(title)).join(', ') || 'none'}`);
      if (desktop.idle) log.add(desktop.idle);
      await desktop.evidence.collect(open, [], log);
      return verdict(
        context,
        { name, timeout, expected: matcher.expected, place: `Window:   ${String(window)}` },
        last,
        log,
      );
    }
    await sleep(pauses[Math.min(turn, pauses.length - 1)] ?? 100);
  }
}

interface Failed {
  readonly name: string;
  readonly timeout: number;
  readonly expected: unknown;
  /** What was looked at, as a line of the message. */
  readonly place: string;
}

function verdict(
  { isNot, utils }: Context,
  { name, timeout, expected, place }: Failed,
  last: Asked,
  log: CallLog,
): Verdict {
  const wanted = expected ?? name.replace(/^toBe/, '').toLowerCase();
  const hint = utils.matcherHint(
    name,
    place.startsWith('Window') ? 'window' : 'locator',
    expected === undefined ? '' : 'expected',
    { isNot },
  );
  const message = [
    `${hint} failed\n`,
    place,
    `Expected: ${isNot ? 'not ' : ''}${utils.printExpected(wanted)}`,
    `Received: ${last.received.startsWith('strict') ? last.received : utils.printReceived(last.received)}`,
    `Timeout:  ${timeout}ms\n`,
    `${String(log)}\n`,
  ].join('\n');
  return { pass: last.pass, name, message: () => message, expected, actual: last.received };
}

type Options = { readonly timeout?: number };

/** A Playwright web locator uses Playwright's own matcher of that name. */
function matcher<A extends readonly unknown[]>(
  name: string,
  run: (context: Context, locator: Locator, ...args: A) => Promise<Verdict>,
  onWindow?: (context: Context, window: AnyWindow, ...args: A) => Promise<Verdict>,
) {
  return async function (this: unknown, locator: unknown, ...args: A): Promise<Verdict> {
    const context = this as Context;
    if (locator instanceof Locator) return run(context, locator, ...args);
    if (locator instanceof AnyWindow) {
      if (onWindow) return onWindow(context, locator, ...args);
      throw new Error(`${name} is about elements: name one in the window, as with \`window.getByRole(…)\`.`);
    }
    const web = base(locator) as unknown as Web & { readonly not: Web };
    await (context.isNot ? web.not : web)[name]?.(...args);
    return { pass: !context.isNot, name, message: () => '' };
  };
}

type Web = Readonly<Record<string, ((...args: readonly unknown[]) => Promise<void>) | undefined>>;

function one(test: (found: Found) => boolean, read: (found: Found) => string): Ask {
  return ([found]) => (found ? { pass: test(found), received: read(found) } : { pass: false, received: missing });
}

function has({ node }: Found, state: ElementState): boolean {
  return node.states.includes(state);
}

function flag(
  name: string,
  ask: Ask,
  {
    many = false,
    onWindow,
  }: { readonly many?: boolean; readonly onWindow?: (open: readonly WindowInfo[]) => Asked } = {},
) {
  return matcher(
    name,
    (context, locator, { timeout }: Options = {}) => retry(context, { name, locator, timeout, many }, ask),
    onWindow &&
      ((context, window, { timeout }: Options = {}) => retryWindow(context, { name, window, timeout }, onWindow)),
  );
}

function state(name: string, wanted: ElementState, otherwise: string) {
  return flag(
    name,
    one(
      (found) => has(found, wanted),
      (found) => (has(found, wanted) ? wanted : otherwise),
    ),
  );
}

function text(name: string, read: (found: Found) => string, exact: boolean) {
  return matcher(name, (context, locator, expected: exported.Text, { timeout }: Options = {}) =>
    retry(
      context,
      { name, locator, expected, timeout },
      one((found) => nameMatches(read(found), expected, exact), read),
    ),
  );
}

const seen: Ask = one(
  ({ node }) => isSeen(node),
  ({ node }) => (isSeen(node) ? 'visible' : 'hidden'),
);

function hidden(found: readonly Found[]): Asked {
  const pass = !found.some(({ node }) => isSeen(node));
  return { pass, received: found.length === 0 ? missing : pass ? 'hidden' : 'visible' };
}

function isShown(open: readonly WindowInfo[]): boolean {
  return open.some((window) => window.state !== 'minimized');
}

const windowState = (open: readonly WindowInfo[]) => (isShown(open) ? 'visible' : open[0] ? 'minimized' : 'not open');

const valueOf = ({ node }: Found) => node.value ?? '';

export const expect = base.extend({
  toBeVisible: flag('toBeVisible', seen, {
    onWindow: (open) => ({ pass: isShown(open), received: windowState(open) }),
  }),
  toBeHidden: flag('toBeHidden', hidden, {
    onWindow: (open) => ({ pass: !isShown(open), received: windowState(open) }),
  }),
  toBeAttached: flag(
    'toBeAttached',
    (found) => ({ pass: found.length > 0, received: found.length > 0 ? 'attached' : missing }),
    { many: true },
  ),
  toBeEnabled: state('toBeEnabled', 'enabled', 'disabled'),
  toBeDisabled: flag(
    'toBeDisabled',
    one(
      (found) => !has(found, 'enabled'),
      (found) => (has(found, 'enabled') ? 'enabled' : 'disabled'),
    ),
  ),
  toBeEditable: state('toBeEditable', 'editable', 'read only'),
  toBeChecked: state('toBeChecked', 'checked', 'unchecked'),
  toBeExpanded: state('toBeExpanded', 'expanded', 'collapsed'),
  toBeFocused: state('toBeFocused', 'focused', 'inactive'),
  toBeSelected: state('toBeSelected', 'selected', 'not selected'),
  toHaveText: text('toHaveText', ({ node }) => shownValue(node), true),
  toContainText: text('toContainText', ({ node }) => shownValue(node), false),
  toHaveValue: text('toHaveValue', valueOf, true),
  toHaveName: text('toHaveName', ({ node }) => node.name, true),
  toHaveCount: matcher('toHaveCount', (context, locator, expected: number, { timeout }: Options = {}) =>
    retry(context, { name: 'toHaveCount', locator, expected, timeout, many: true }, ({ length }) => ({
      pass: length === expected,
      received: String(length),
    })),
  ),
  toHaveTitle: matcher<readonly [expected: exported.Text, options?: Options]>(
    'toHaveTitle',
    () => {
      throw new Error('Only windows have a title: an element has a name, for toHaveName.');
    },
    (context, window, expected, { timeout } = {}) =>
      retryWindow(context, { name: 'toHaveTitle', window, expected, timeout }, ([first]) => {
        const received = first?.title ?? '<window not open>';
        return { pass: first !== undefined && nameMatches(first.title, expected, true), received };
      }),
  ),
  toMatchTree,
});
