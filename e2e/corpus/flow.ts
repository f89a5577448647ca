import type { Acts } from './acts.ts';
import type { Change } from './changes.ts';

/** How to start a program in a reproducible state. */
export interface FlowApp {
  readonly command: string;
  /** `HOME` in an argument is the app's own empty folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files written into its folder before each start, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** It has no accessible elements. */
  readonly silent?: true;
  /** Its first window; any if missing. */
  readonly title?: RegExp;
  /** Debian's package, if the tests do not install it. */
  readonly package?: string;
}

/** A fact about an app's display or files, read without Deskscope. */
export type Evidence = (outside: Outside) => Promise<string>;

/** Facts about an app, read from outside. */
export interface Outside {
  /** Titles of its windows, by line. */
  readonly titles: () => Promise<string>;
  /** Visible texts, by line: of elements with this role if given. */
  readonly texts: (role?: string) => Promise<string>;
  /** States and value of an element: `checked focused 3`. */
  readonly state: (name: string | RegExp, role?: string) => Promise<string>;
  /** A file in its folder; empty if missing. */
  readonly file: (name: string) => Promise<string>;
  readonly clipboard: () => Promise<string>;
}

/** A user's actions in an app, their expected recording, and effect. */
export interface Flow {
  readonly name: string;
  readonly toolkit: string;
  readonly app: FlowApp;
  readonly acts: Acts;
  /** Milliseconds that the button is down. */
  readonly tapMs: 0 | 30 | 60 | 120;
  /** The steps in the words of `describeStep`; after ` @ ` their dialog. */
  readonly steps: readonly (string | RegExp)[];
  readonly effect: Evidence;
  /** Facts in `effect` that are new afterwards. */
  readonly expected: string | RegExp;
  /** Change before the second replay. */
  readonly change: Change;
  /** Inputs of the replay instead of the recorded texts. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Part of `npm test`. */
  readonly inTests?: true;
}
