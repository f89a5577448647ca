import type { Acts } from './acts.ts';
import type { Change } from './changes.ts';

/** How a program is started so that it comes up in the same state every time. */
export interface FlowApp {
  readonly command: string;
  /** `HOME` in an argument is the app's own empty folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Written into its folder before each start, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** It has no accessible elements. */
  readonly silent?: true;
  /** Its first window; any if it is missing. */
  readonly title?: RegExp;
  /** Debian's package, where the tests do not install it. */
  readonly package?: string;
}

/** What an app shows or has written, read without Deskscope. */
export type Evidence = (outside: Outside) => Promise<string>;

/** What can be read of an app from outside. */
export interface Outside {
  /** Titles of its windows, by line. */
  readonly titles: () => Promise<string>;
  /** Texts of what shows, by line: of elements with this role if one is given. */
  readonly texts: (role?: string) => Promise<string>;
  /** States and value of an element: `checked focused 3`. */
  readonly state: (name: string | RegExp, role?: string) => Promise<string>;
  /** A file in its folder; empty if there is none. */
  readonly file: (name: string) => Promise<string>;
  readonly clipboard: () => Promise<string>;
}

/** Something that a person does in an app, how it is to be recorded, and what comes of it. */
export interface Flow {
  readonly name: string;
  readonly toolkit: string;
  readonly app: FlowApp;
  readonly acts: Acts;
  /** Milliseconds that the button is down. */
  readonly tapMs: 0 | 30 | 60 | 120;
  /** The steps in the words of `describeStep`; behind ` @ ` the dialog that they are in. */
  readonly steps: readonly (string | RegExp)[];
  readonly effect: Evidence;
  /** What `effect` reports afterwards, and did not before. */
  readonly expected: string | RegExp;
  /** What differs when it is replayed a second time. */
  readonly change: Change;
  /** What replay is reported texts that were not recorded. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** A part of `npm test`. */
  readonly inTests?: true;
}
