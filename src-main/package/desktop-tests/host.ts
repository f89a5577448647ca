import type { WindowInfo } from '#contract/model/windows/window';
import { parseSelector } from '#contract/model/elements/selector';
import type { Engine } from '../../engine/engine.ts';
import type { Link } from '../../engine/selectors/locate.ts';
import type * as exported from '../scripting-types.ts';
import type { Acting } from './acting.ts';
import type { Evidence } from './evidence.ts';
import type { Step, Reporter } from './reporter.ts';

/** The part of the desktop that apps, windows and locators share. */
export interface Host {
  readonly engine: Engine;
  readonly acting: Acting;
  readonly evidence: Evidence;
  readonly reporter: Reporter;
  /** How long actions wait if they do not report, in milliseconds. */
  readonly timeout: number;
  /** Said with the next failure: the act before changed nothing. Null if it did. */
  idle: string | null;
  /** Topmost first. */
  openWindows(): Promise<readonly WindowInfo[]>;
  /**
   * @param wanted its title in words
   * @param list those that fit
   * @throws Error naming the windows that are open instead, or those that fit if there are several
   */
  waitForWindow(
    wanted: string,
    list: () => Promise<readonly WindowInfo[]>,
    options: exported.TimeoutOption,
  ): Promise<WindowInfo>;
  /** @param front the window that gets the keys; the active one where that is null */
  keyboardOf(front: () => Promise<WindowInfo | null>): exported.Keyboard;
  /** Runs a step of the report; an error is reported at the caller's line. */
  step<T>(step: Step, body: () => Promise<T>): Promise<T>;
}

/** The scope in which locators search. */
export interface Scope {
  readonly desktop: Host;
  openWindows(): Promise<readonly WindowInfo[]>;
  /** Those of the desktop's windows that belong to it. */
  among(open: readonly WindowInfo[]): readonly WindowInfo[];
}

/** Starts or extends a locator. */
export abstract class Finder<L extends exported.Locator> implements exported.Findable {
  protected abstract link(link: Link): L;

  getByRole(role: string, options: exported.RoleOptions = {}): L {
    return this.link({ by: 'role', role, ...options });
  }

  getByText(text: exported.Text, options: { readonly exact?: boolean } = {}): L {
    return this.link({ by: 'text', text, ...options });
  }

  getByLabel(text: exported.Text, options: { readonly exact?: boolean } = {}): L {
    return this.link({ by: 'label', text, ...options });
  }

  getByDescription(text: exported.Text, options: { readonly exact?: boolean } = {}): L {
    return this.link({ by: 'description', text, ...options });
  }

  getById(id: string): L {
    return this.link({ by: 'id', id });
  }

  /** @throws AppError `invalid_parameter` with the place in the selector that cannot be read */
  locator(selector: string): L {
    return this.link({ by: 'selector', selector: parseSelector(selector), text: selector });
  }
}
