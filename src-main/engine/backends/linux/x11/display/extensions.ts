import type { Callback } from 'x11';
import type { XConnection } from './connection.ts';

/** The used parts of the X extensions, by the client library's names. */
export interface Extensions {
  readonly xtest: XTest;
  readonly xkb: XKeyboardExtension;
  readonly record: XRecord;
  readonly shape: XShape;
  readonly composite: XComposite;
  readonly randr: XRandr;
  readonly fixes: XFixes;
  readonly res: XRes;
  readonly damage: XDamage;
  readonly xinput: XInput2;
}

/** https://www.x.org/releases/X11R7.7/doc/inputproto/XI2proto.txt */
export interface XInput2 {
  readonly majorOpcode: number;
  readonly AllMasterDevices: number;
  readonly EventType: {
    readonly RawKeyPress: number;
    readonly RawKeyRelease: number;
    readonly RawButtonPress: number;
    readonly RawButtonRelease: number;
  };
  XISelectEvents(window: number, masks: { readonly deviceId: number; readonly mask: readonly number[] }): void;
}

/** https://www.x.org/releases/X11R7.7/doc/damageproto/damageproto.txt */
export interface XDamage {
  readonly ReportLevel: { readonly DeltaRectangles: number };
  Create(damage: number, drawable: number, level: number): void;
  Destroy(damage: number): void;
  /** With both regions 0, clears all damage so far, so that the next is reported again. */
  Subtract(damage: number, repair: number, parts: number): void;
}

/** https://www.x.org/releases/X11R7.7/doc/xextproto/xtest.html */
export interface XTest {
  readonly KeyPress: number;
  readonly KeyRelease: number;
  readonly ButtonPress: number;
  readonly ButtonRelease: number;
  readonly MotionNotify: number;
  FakeInput(type: number, detail: number, delay: number, window: number, x: number, y: number): void;
}

/** https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html */
export interface XKeyboardExtension {
  readonly majorOpcode: number;
  readonly UseCoreKbd: number;
  SelectEvents(
    device: number,
    affectWhich: number,
    clear: number,
    selectAll: number,
    affectMap: number,
    map: number,
    details: Readonly<Record<string, never>>,
  ): void;
  GetState(device: number, done: Callback<XKeyboardState>): void;
  GetControls(device: number, done: Callback<XKeyboardControls>): void;
  LatchLockState(
    device: number,
    affectModLocks: number,
    modLocks: number,
    lockGroup: boolean,
    group: number,
    affectModLatches: number,
    modLatches: number,
    latchGroup: boolean,
    groupLatch: number,
  ): void;
}

/** Bits as in an event's state; groups from 0. */
/** Delays in milliseconds. */
export interface XKeyboardControls {
  readonly enabledControls: number;
  readonly slowKeysDelay: number;
  readonly debounceDelay: number;
}

export interface XKeyboardState {
  /** Held down. */
  readonly baseMods: number;
  readonly latchedMods: number;
  readonly lockedMods: number;
  readonly group: number;
}

/** https://www.x.org/releases/X11R7.7/doc/recordproto/record.html */
export interface XRecord {
  readonly CS: { readonly AllClients: number };
  readonly Category: { readonly FromClient: number; readonly FromServer: number; readonly StartOfData: number };
  CreateContext(context: number, header: number, clients: readonly number[], ranges: readonly RecordRange[]): void;
  EnableContext(context: number, onData: (reply: RecordReply) => void, done: Callback<unknown>): void;
  FreeContext(context: number): void;
}

export interface RecordRange {
  readonly coreRequests?: { readonly first: number; readonly last: number };
  readonly deviceEvents?: { readonly first: number; readonly last: number };
}

export interface RecordReply {
  readonly category: number;
  readonly data: Buffer;
}

/** https://www.x.org/releases/X11R7.7/doc/xextproto/shape.html */
export interface XShape {
  readonly Kind: { readonly Bounding: number; readonly Clip: number; readonly Input: number };
  readonly Op: { readonly Set: number };
  GetRectangles(window: number, kind: number, done: Callback<ShapeRectangles>): void;
  Rectangles(
    op: number,
    kind: number,
    window: number,
    x: number,
    y: number,
    rectangles: readonly (readonly [x: number, y: number, width: number, height: number])[],
  ): void;
}

export interface ShapeRectangles {
  readonly rectangles: readonly (readonly [x: number, y: number, width: number, height: number])[];
}

/** https://www.x.org/releases/X11R7.7/doc/compositeproto/compositeproto.txt */
export interface XComposite {
  readonly Redirect: { readonly Automatic: number };
  RedirectSubwindows(window: number, update: number): void;
}

/** https://www.x.org/releases/X11R7.7/doc/fixesproto/fixesproto.txt */
export interface XFixes {
  GetCursorImage(done: Callback<CursorImage>): void;
}

/** The pointer's position with its hot-spot offset; four bytes per pixel, premultiplied alpha. */
export interface CursorImage {
  readonly x: number;
  readonly y: number;
  readonly xhot: number;
  readonly yhot: number;
  readonly width: number;
  readonly height: number;
  readonly cursorImage: Buffer;
}

/** https://www.x.org/releases/X11R7.7/doc/randrproto/randrproto.txt */
export interface XRandr {
  readonly majorOpcode: number;
  readonly major_version: number;
  readonly minor_version: number;
  readonly NotifyMask: { readonly ScreenChange: number };
  SelectInput(window: number, mask: number): void;
}

/** https://www.x.org/releases/X11R7.7/doc/resourceproto/resproto.txt */
export interface XRes {
  readonly ClientIdMask: { readonly LocalClientPID: number };
  /** One answer per connected client whose process the server knows. */
  QueryClientIds(specs: readonly ClientIdSpec[], done: Callback<readonly ClientId[]>): void;
}

export interface ClientIdSpec {
  /** Any resource of the client. */
  readonly client: number;
  readonly mask: number;
}

export interface ClientId {
  /** The client's base id: the common bits of its resource ids. */
  readonly client: number;
  readonly value: readonly number[];
}

/** Whether a compositing manager is running: it owns this selection. https://specifications.freedesktop.org/wm-spec/ */
export async function hasCompositor(x: XConnection): Promise<boolean> {
  const selection = await x.atom('_NET_WM_CM_S0');
  return (await x.ask<number>((client, done) => client.GetSelectionOwner(selection, done))) !== 0;
}
