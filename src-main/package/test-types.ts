// What `deskscope/test` exports: the package ships this file's declarations, so it imports nothing but what lies beside it and
// Playwright Test.
import type {
  Expect,
  MatcherReturnType,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test';
import type { App, Desktop, DesktopProfile, Locator, Text, TimeoutOption, Window } from './scripting-types.ts';

export type * from './scripting-types.ts';

export interface DesktopTestOptions {
  /** Whether a trace of every action is kept with the report; `retain-on-failure` by default. */
  desktopTrace: 'on' | 'off' | 'retain-on-failure';
}

/** The same for all tests of a worker. */
export interface DesktopWorkerOptions {
  /** `own`, the default: a new desktop for each test. `live`: this machine's. Else the id of a running one. */
  desktopOn: string;
  /** As in `deskscope.yaml`, or the path of such a file; `deskscope.yaml` beside the configuration by default. */
  desktopProfile: DesktopProfile | string | undefined;
  /** How many desktops a worker starts ahead; 1 by default. */
  desktopPool: number;
}

type Matched = Promise<MatcherReturnType>;

/** Each waits until it holds, up to `timeout`. */
export interface DesktopMatchers {
  /** A window is visible while it is open and not minimised. */
  toBeVisible(place: Locator | Window, options?: TimeoutOption): Matched;
  toBeHidden(place: Locator | Window, options?: TimeoutOption): Matched;
  toBeAttached(locator: Locator, options?: TimeoutOption): Matched;
  toBeEnabled(locator: Locator, options?: TimeoutOption): Matched;
  toBeDisabled(locator: Locator, options?: TimeoutOption): Matched;
  toBeEditable(locator: Locator, options?: TimeoutOption): Matched;
  toBeChecked(locator: Locator, options?: TimeoutOption): Matched;
  toBeExpanded(locator: Locator, options?: TimeoutOption): Matched;
  toBeFocused(locator: Locator, options?: TimeoutOption): Matched;
  toBeSelected(locator: Locator, options?: TimeoutOption): Matched;
  /** Its complete visible text. */
  toHaveText(locator: Locator, expected: Text, options?: TimeoutOption): Matched;
  toContainText(locator: Locator, expected: Text, options?: TimeoutOption): Matched;
  toHaveValue(locator: Locator, expected: Text, options?: TimeoutOption): Matched;
  toHaveName(locator: Locator, expected: Text, options?: TimeoutOption): Matched;
  toHaveTitle(window: Window, expected: Text, options?: TimeoutOption): Matched;
  toHaveCount(locator: Locator, expected: number, options?: TimeoutOption): Matched;
  /** A tree as text, or kept in a file beside the test; `-u` writes it. Further elements in between are ignored. */
  toMatchTree(place: Locator | Window | App, expected?: string, options?: TimeoutOption): Matched;
}

export interface DesktopTestArgs {
  /** A desktop for this test only. */
  desktop: Desktop;
}

/** Playwright's `test` with a `desktop`. */
export declare const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & DesktopTestOptions & DesktopTestArgs,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & DesktopWorkerOptions
>;

/** Playwright's `expect`, with support for desktop locators. */
export declare const expect: Expect<DesktopMatchers>;

/** Makes a test of each recording (`*.json`) and each skill in a folder, or of one file. */
export declare function testRecordings(source: string): void;
