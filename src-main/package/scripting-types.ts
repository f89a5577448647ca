// What `deskscope/desktop` exports, and `deskscope/test` beside a runner: the package ships this file's declarations, so it
// imports nothing.

/** A part of a text, ignoring case; the full text with `exact`; or a pattern. */
export type Text = string | RegExp;

export interface TimeoutOption {
  /** Milliseconds; the desktop's by default. */
  readonly timeout?: number;
}

export interface LaunchOptions extends TimeoutOption {
  /** Its working directory; that of this process by default. */
  readonly folder?: string;
}

export interface ActionOptions extends TimeoutOption {
  /** Acts at once in the middle of the match, without waiting until it is ready. */
  readonly force?: boolean;
  /** Waits until the element is ready, and does nothing to it. */
  readonly trial?: boolean;
}

export interface PositionOption {
  /** Pixels from the element's top left; its middle by default. */
  readonly position?: Point;
}

export interface DragOptions extends ActionOptions {
  /** Where it begins and ends: pixels from the top left of each element; their middles by default. */
  readonly sourcePosition?: Point;
  readonly targetPosition?: Point;
}

export interface ClickOptions extends ActionOptions, PositionOption {
  readonly button?: 'left' | 'right' | 'middle';
  readonly clickCount?: 1 | 2 | 3;
  readonly modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[];
}

export interface RoleOptions {
  readonly name?: Text;
  readonly exact?: boolean;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
  readonly selected?: boolean;
  /** Includes invisible elements, such as the items of closed menus. */
  readonly includeHidden?: boolean;
}

export interface FilterOptions {
  readonly hasText?: Text;
  readonly hasNotText?: Text;
  readonly has?: Locator;
  readonly hasNot?: Locator;
  readonly visible?: boolean;
}

/** The scope of a search: an app, a window, or a locator's match. */
export interface Findable {
  /** By ARIA's role, such as `button`; the platform's own words and control types work too. */
  getByRole(role: string, options?: RoleOptions): Locator;
  /** By a text that it shows itself. */
  getByText(text: Text, options?: { readonly exact?: boolean }): Locator;
  /** By its name, or the text beside or above it. */
  getByLabel(text: Text, options?: { readonly exact?: boolean }): Locator;
  /** By its help text or placeholder. */
  getByDescription(text: Text, options?: { readonly exact?: boolean }): Locator;
  /** By the id that its developer gave it. */
  getById(id: string): Locator;
  /** Finds by a selector of Deskscope, such as `role=Edit label="Width"`. */
  locator(selector: string): Locator;
}

/** Describes how to find an element, which is found again for each use. An action requires exactly one match. */
export interface Locator extends Findable {
  filter(options: FilterOptions): Locator;
  first(): Locator;
  last(): Locator;
  /** Counted from 0. */
  nth(index: number): Locator;
  and(other: Locator): Locator;
  or(other: Locator): Locator;

  click(options?: ClickOptions): Promise<void>;
  dblclick(options?: ClickOptions): Promise<void>;
  hover(options?: ActionOptions & PositionOption): Promise<void>;
  /** Gives a field, slider or number this value, and reads it back. */
  fill(value: string, options?: ActionOptions): Promise<void>;
  clear(options?: ActionOptions): Promise<void>;
  /** A key or chord, such as `Enter` or `Control+A`. */
  press(key: string, options?: ActionOptions): Promise<void>;
  /** Types as a person does, after the existing text. */
  pressSequentially(text: string, options?: ActionOptions): Promise<void>;
  check(options?: ActionOptions): Promise<void>;
  uncheck(options?: ActionOptions): Promise<void>;
  setChecked(checked: boolean, options?: ActionOptions): Promise<void>;
  /** An option of a drop-down list, list, tree, table or tab bar, by its text. */
  selectOption(option: string, options?: ActionOptions): Promise<void>;
  dragTo(target: Locator, options?: DragOptions): Promise<void>;
  scrollIntoViewIfNeeded(options?: ActionOptions): Promise<void>;
  focus(options?: ActionOptions): Promise<void>;

  /** Waits until there is such an element (`attached`), it can be seen (`visible`, the default), or neither (`hidden`, `detached`). */
  waitFor(options?: TimeoutOption & { readonly state?: 'attached' | 'detached' | 'visible' | 'hidden' }): Promise<void>;
  count(): Promise<number>;
  all(): Promise<readonly Locator[]>;
  isVisible(): Promise<boolean>;
  isEnabled(options?: TimeoutOption): Promise<boolean>;
  isChecked(options?: TimeoutOption): Promise<boolean>;
  /** Its visible text. */
  textContent(options?: TimeoutOption): Promise<string>;
  inputValue(options?: TimeoutOption): Promise<string>;
  /** In physical pixels of the screen; null if it has no bounds. */
  boundingBox(options?: TimeoutOption): Promise<Rect | null>;
  /** The element and its descendants as text. */
  tree(options?: TimeoutOption): Promise<string>;
  toString(): string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Keyboard {
  /** Types into the focused element; a line break is Enter. */
  type(text: string): Promise<void>;
  /** A key or chord, such as `F5` or `Control+Shift+S`. */
  press(key: string): Promise<void>;
}

export interface Window extends Findable {
  readonly keyboard: Keyboard;
  title(): Promise<string>;
  isOpen(): Promise<boolean>;
  bounds(): Promise<Rect>;
  focus(): Promise<void>;
  maximize(): Promise<void>;
  minimize(): Promise<void>;
  /** Closes it. Also settles if its app opens a dialog instead, for example about unsaved changes. */
  close(): Promise<void>;
  /** PNG. */
  screenshot(): Promise<Buffer>;
  tree(): Promise<string>;
}

/**
 * A window that may not be open yet: what is called on it waits for the one window with its title, and its locators search the
 * windows that have that title then. `await` gives the window that was found.
 */
export interface SoughtWindow extends Window, PromiseLike<Window> {}

/** A started program, with all windows of its process: locators search every one of them, dialogs included. */
export interface App extends Findable {
  readonly keyboard: Keyboard;
  /** The first window that it showed. */
  readonly mainWindow: Window;
  /** One of its windows, by a part of its title; an exact title wins. */
  window(title: Text, options?: TimeoutOption): SoughtWindow;
  windows(): Promise<readonly Window[]>;
  /** Closes all of its windows. */
  close(): Promise<void>;
  tree(): Promise<string>;
}

export interface Desktop {
  /** Its id in `deskscope desktop list`; `live` for this machine's. */
  readonly id: string;
  readonly keyboard: Keyboard;
  /** Starts a program, without a shell, and waits for its first window. */
  launch(command: string, args?: readonly string[], options?: LaunchOptions): Promise<App>;
  /** A window of any app, by a part of its title. */
  window(title: Text, options?: TimeoutOption): SoughtWindow;
  windows(): Promise<readonly Window[]>;
  /** Replays a recording, as `deskscope replay` does; starts the apps of its steps unless a step does. */
  replay(file: string, options?: { readonly inputs?: Readonly<Record<string, string>> }): Promise<void>;
  /**
   * Makes one call of a replay, such as `step_click_place`: for what locators cannot do, as a press found by its picture. It
   * waits for its element and for the effects in `expected`.
   */
  call(tool: string, parameters: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Waits until you have taken the desktop over in the app's view Desktops, to inspect and pick there, and given it back. A test
   * waits with `--headed` or `PWDEBUG` only, and then has no timeout.
   */
  pause(): Promise<void>;
  /** A PNG of the screen. */
  screenshot(): Promise<Buffer>;
}

export interface DesktopProfile {
  /** X11 by default, or a Wayland compositor. */
  readonly session?: 'x11' | 'sway' | 'kwin';
  /** Pixels, such as `1600x1000`. */
  readonly size?: string;
  readonly scale?: number;
  readonly locale?: string;
  readonly theme?: string;
  /** Started before each test. */
  readonly apps?: readonly (string | readonly [string, ...string[]])[];
  /** Your files and folders that its programs may read, at the same paths. */
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
  readonly network?: boolean;
  readonly walls?: 'bwrap' | 'container' | 'none';
  /** Milliseconds. */
  readonly timeouts?: { readonly start?: number; readonly app?: number };
}

export interface OpenDesktopOptions extends TimeoutOption {
  /** `own`, the default: a new one that ends with `close`. `live`: this machine's. Else the id of a running one. */
  readonly on?: string;
  /** As in `deskscope.yaml`, or the path of such a file; `deskscope.yaml` of the current folder by default. */
  readonly profile?: DesktopProfile | string;
  /** A new folder for a trace of every action, which `deskscope runs` shows. */
  readonly trace?: string;
}

/** Opens a desktop for a script. Close it at the end: it ends with this process in any case. */
export declare function openDesktop(options?: OpenDesktopOptions): Promise<Desktop & { close(): Promise<void> }>;
