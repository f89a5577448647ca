import type { XAttributes, XGeometry, XPointer, XTree } from 'x11';
import { intersect, type Rect } from '#contract/model/geometry';
import type { KeyReceiver } from '#contract/model/key-receiver';
import type { WindowId } from '#contract/model/windows/window';
import type { PointerHolder } from '../../../../backend.ts';
import { identifyProcess } from '../../processes/window-process.ts';
import { clientOf, countsAlike, readClientProcesses } from '../display/client-processes.ts';
import type { XConnection } from '../display/connection.ts';
import { formatWindowId, parseWindowId } from '../display/ids.ts';
import { screenBounds } from '../display/monitors.ts';
import { numbersOf, readProperty, readText, readNumbers } from '../display/properties.ts';
import { takesPresses, topLevelOf } from '../display/stacking.ts';

/** Focus values other than windows. */
const [noFocus, pointerRoot] = [0, 1] as const;
const [inputOutput, inputOnly] = [1, 2] as const;
const viewable = 2;
const alreadyGrabbed = 1;
const asynchronous = 1;
const currentTime = 0;

/**
 * The actual receiver of keys on X11: the window with the input focus, unless a program has grabbed the keyboard. The active
 * window announced by the manager is not reliable.
 */
export class KeyReceivers {
  readonly #x: XConnection;
  readonly #active: ActiveWindow;
  /** A window of ours that is never mapped. */
  readonly #probe: number;

  constructor(x: XConnection, active: ActiveWindow) {
    this.#x = x;
    this.#active = active;
    this.#probe = hiddenWindow(x);
  }

  /** Null if no window receives keys. */
  async read(): Promise<KeyReceiver | null> {
    const [held, focus, active] = await Promise.all([this.#isHeld(), this.#focus(), this.#active.read()]);
    if (held) return this.#holder(active === null ? 0 : parseWindowId(active));
    if (focus === noFocus || focus === this.#x.root) return null;
    const window = focus === pointerRoot ? await this.#underPointer() : focus;
    return window === 0 ? null : this.#ofWindow(window, active === null ? 0 : parseWindowId(active));
  }

  /**
   * Whether a program has grabbed the keyboard. The server has no such query; but it checks for an existing grab before it
   * refuses one for an unmapped window, so that trying the latter has no effect (`GrabDevice` in `dix/events.c` of xserver).
   */
  async #isHeld(): Promise<boolean> {
    const status = await this.#x.ask<number>((client, done) =>
      client.GrabKeyboard(this.#probe, 0, currentTime, asynchronous, asynchronous, done),
    );
    return status === alreadyGrabbed;
  }

  /**
   * The program whose menu gets a press on a window instead. Without a menu, the window itself may have grabbed the pointer, as
   * games and remote desktops do.
   */
  async pointerHolder(window: number): Promise<PointerHolder | null> {
    const status = await this.#x.ask<number>((client, done) =>
      client.GrabPointer(this.#probe, 0, 0, asynchronous, asynchronous, 0, 0, currentTime, done),
    );
    if (status !== alreadyGrabbed || (await this.#isSeen(window, true))) return null;
    const open = await this.#openInFrontOf(window);
    const ofApp = await Promise.all(open.map((each) => this.#isOfApp(each, window)));
    const [first] = open;
    if (first === undefined) return null;
    const own = await Promise.all(open.filter((_, i) => ofApp[i]).map((each) => this.#place(each)));
    return { ...(await this.#describe(first, true)), own };
  }

  async #focus(): Promise<number> {
    const { focus } = await this.#x.ask<{ readonly focus: number }>((client, done) => client.GetInputFocus(done));
    return focus;
  }

  async #underPointer(): Promise<number> {
    const { child } = await this.#x.ask<XPointer>((client, done) => client.QueryPointer(this.#x.root, done));
    return child;
  }

  /** @param active as reported by the manager and the focus, 0 if there is none */
  async #ofWindow(window: number, active: number): Promise<KeyReceiver | null> {
    const client = await clientOf(this.#x, window).catch(() => 0);
    if (client !== 0) return this.#describe(client, false);
    const top = await topLevelOf(this.#x, window).catch(() => window);
    if (await this.#isOfApp(top, active)) return this.#describe(active, false);
    return (await this.#isSeen(top).catch(() => false)) ? this.#describe(top, false) : null;
  }

  /**
   * The owner of the grab is not reported. It is the program that shows an unmanaged menu, list or dialog in front of
   * the active window, if there is only one; otherwise unknown.
   */
  async #holder(active: number): Promise<KeyReceiver> {
    const open = await this.#openInFrontOf(active);
    const [first, ...others] = open;
    if (first === undefined) return unknownHolder;
    const processes = await readClientProcesses(this.#x, open);
    const sameApp = (_: number, i: number) => processes[i + 1] === processes[0] && processes[0] !== 0;
    if (!others.every(sameApp)) return unknownHolder;
    return this.#describe((await this.#isOfApp(first, active)) ? active : first, true);
  }

  /** Unmanaged windows that are visible and may take keys, topmost first. */
  async #openInFrontOf(active: number): Promise<readonly number[]> {
    const [{ children }, behind] = await Promise.all([
      this.#x.ask<XTree>((client, done) => client.QueryTree(this.#x.root, done)),
      active === 0 ? 0 : topLevelOf(this.#x, active).catch(() => 0),
    ]);
    const inFront = children.slice(children.indexOf(behind) + 1);
    const open = await Promise.all(inFront.map((window) => this.#mayTakeKeys(window).catch(() => false)));
    return inFront.filter((_, i) => open[i]).reverse();
  }

  async #mayTakeKeys(window: number): Promise<boolean> {
    // Created by the server or this engine: the compositor's overlay, our outlines.
    if (this.#baseOf(window) === 0 || this.#baseOf(window) === this.#baseOf(this.#probe)) return false;
    if (!(await this.#isSeen(window, true))) return false;
    const [takes, isFrame] = await Promise.all([takesPresses(this.#x, window), this.#framesClient(window)]);
    return takes && !isFrame;
  }

  async #place(window: number): Promise<Rect> {
    const { xPos, yPos, width, height } = await this.#x.ask<XGeometry>((client, done) =>
      client.GetGeometry(window, done),
    );
    return { x: xPos, y: yPos, width, height };
  }

  /** Managers have invisible windows, to hold the focus and to identify themselves. */
  async #isSeen(window: number, unmanaged = false): Promise<boolean> {
    const [{ overrideRedirect, mapState, klass }, place, screen] = await Promise.all([
      this.#x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done)),
      this.#place(window),
      screenBounds(this.#x),
    ]);
    const isOnScreen = intersect(screen, place) !== null;
    if (!isOnScreen || mapState !== viewable || klass !== inputOutput) return false;
    return !unmanaged || overrideRedirect !== 0 || this.#isOfManager(window);
  }

  /** A manager maps its own menus without managing them. */
  async #isOfManager(window: number): Promise<boolean> {
    const [check = 0] = await readNumbers(this.#x, this.#x.root, '_NET_SUPPORTING_WM_CHECK');
    return check !== 0 && this.#baseOf(window) === this.#baseOf(check);
  }

  /** Managers reparent clients into their own windows, which are unmanaged as well; KWin into two of them. */
  async #framesClient(window: number, levels = 2): Promise<boolean> {
    const { children } = await this.#x.ask<XTree>((client, done) => client.QueryTree(window, done));
    const frames = children.map(async (child) => {
      const { data } = await readProperty(this.#x, child, 'WM_STATE', 4);
      return data.length > 0 || (levels > 1 && this.#framesClient(child, levels - 1));
    });
    return (await Promise.all(frames)).includes(true);
  }

  /** Whether a window belongs to the process of another, such as the active one. */
  async #isOfApp(window: number, active: number): Promise<boolean> {
    if (active === 0) return false;
    if (this.#baseOf(window) === this.#baseOf(active)) return true;
    const [one, other] = await readClientProcesses(this.#x, [window, active]);
    return one === other && one !== 0;
  }

  async #describe(window: number, held: boolean): Promise<KeyReceiver> {
    const [[served = 0], isSameCount, claimed, name, oldName, classes] = await Promise.all([
      readClientProcesses(this.#x, [window]),
      countsAlike(this.#x),
      readProperty(this.#x, window, '_NET_WM_PID'),
      readText(this.#x, window, '_NET_WM_NAME'),
      readText(this.#x, window, 'WM_NAME'),
      readText(this.#x, window, 'WM_CLASS'),
    ]);
    const { app } = identifyProcess({ served, claimed: numbersOf(claimed.data)[0] ?? 0, isSameCount });
    const className = classes.split('\0')[1] ?? '';
    return { window: formatWindowId(window), app, title: name || oldName, className, held };
  }

  #baseOf(window: number): number {
    return window & ~this.#x.display.resource_mask;
  }
}

const unknownHolder: KeyReceiver = { window: null, app: '', title: '', className: '', held: true };

function hiddenWindow(x: XConnection): number {
  const window = x.client.AllocID();
  x.client.CreateWindow(window, x.root, 0, 0, 1, 1, 0, 0, inputOnly, 0, { overrideRedirect: 1 });
  return window;
}

/** Focus values other than windows: None and PointerRoot. */
const noWindow = 1;

/**
 * The key receiver: the client with the X input focus, since window managers move the focus and announce it in two steps; if no
 * client has it, e.g. a pop-up does, the announced one.
 */
export class ActiveWindow {
  readonly #x: XConnection;
  /** The last lookup of a focused window's client: most queries repeat. */
  #last: { readonly focus: number; readonly client: number } | null = null;

  constructor(x: XConnection) {
    this.#x = x;
  }

  async read(): Promise<WindowId | null> {
    const [{ focus }, [announced = 0]] = await Promise.all([
      this.#x.ask<{ readonly focus: number }>((client, done) => client.GetInputFocus(done)),
      readNumbers(this.#x, this.#x.root, '_NET_ACTIVE_WINDOW'),
    ]);
    if (focus === announced) return announced === 0 ? null : formatWindowId(announced);
    const active = (await this.#clientOf(focus)) || ((await this.#isShown(announced)) ? announced : 0);
    return active === 0 ? null : formatWindowId(active);
  }

  /** Managers keep announcing a closed window: openbox until another one is focused. */
  async #isShown(window: number): Promise<boolean> {
    if (window === 0) return false;
    const asked = this.#x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done));
    return asked.then(
      ({ mapState }) => mapState === viewable,
      () => false,
    );
  }

  /** The client that contains a window; 0 if there is none. */
  async #clientOf(focus: number): Promise<number> {
    if (focus <= noWindow || focus === this.#x.root) return 0;
    if (this.#last?.focus === focus) return this.#last.client;
    // A window that is closed meanwhile belongs to none.
    const client = await clientOf(this.#x, focus).catch(() => 0);
    this.#last = client === 0 ? null : { focus, client };
    return client;
  }
}
