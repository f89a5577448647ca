/** The used part of the npm package `x11`, which has no types of its own. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events';

  export type Callback<T> = (error: XError | null, value: T) => unknown;

  export interface XError extends Error {
    /** The protocol's error number, e.g. 3 for BadWindow. */
    readonly error: number;
  }

  export interface XEvent {
    readonly type: number;
    readonly name: string;
    readonly wid: number;
    readonly wid1?: number;
    readonly parent?: number;
    readonly atom?: number;
    /** Keycode or button number. */
    readonly keycode?: number;
    /** Modifier and button state; the library's name for it. */
    readonly buttons?: number;
    readonly rootx?: number;
    readonly rooty?: number;
    readonly overrideRedirect?: number;
    readonly x?: number;
    readonly y?: number;
    readonly width?: number;
    readonly height?: number;
    /** The type of a keyboard-extension event. */
    readonly xkbType?: number;
    /** ClientMessage: atom of its type, and its values. */
    readonly message_type?: number;
    readonly data?: readonly number[];
    /** GenericEvent: extension and type, and for raw input its server time and keycode or button. */
    readonly extension?: number;
    readonly evtype?: number;
    readonly time?: number;
    readonly detail?: number;
    /** DamageNotify: the painted area, relative to the window. */
    readonly drawable?: number;
    readonly area?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  }

  export interface XProperty {
    readonly type: number;
    readonly format: number;
    readonly data: Buffer;
  }

  export interface XGeometry {
    readonly xPos: number;
    readonly yPos: number;
    readonly width: number;
    readonly height: number;
    readonly borderWidth: number;
    readonly depth: number;
  }

  export interface XPointer {
    readonly root: number;
    readonly child: number;
    readonly rootX: number;
    readonly rootY: number;
    readonly keyMask: number;
  }

  export interface XTranslated {
    readonly child: number;
    readonly destX: number;
    readonly destY: number;
  }

  export interface XAttributes {
    readonly overrideRedirect: number;
    /** 1 InputOutput, 2 InputOnly; the library's name for it. */
    readonly klass: number;
    /** 0 unmapped, 1 unviewable, 2 viewable. */
    readonly mapState: number;
  }

  export interface XImage {
    readonly depth: number;
    readonly visualId: number;
    readonly data: Buffer;
  }

  export interface XTree {
    readonly parent: number;
    /** Bottom to top. */
    readonly children: readonly number[];
  }

  export type Color = Readonly<Record<'R' | 'G' | 'B', number>>;

  /** Requests with a reply; the last parameter of each is a {@link Callback}. */
  export interface XClient extends EventEmitter {
    readonly display: XDisplay;
    readonly replies: Record<number, readonly unknown[]>;
    seq_num: number;
    /** Atoms by name, as known to the library. */
    atoms: Readonly<Record<string, number>>;
    readonly pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): void };
    readonly stream: { destroy(): void };
    AllocID(): number;
    ReleaseID(id: number): void;
    InternAtom(onlyIfExists: boolean, name: string, done: Callback<number>): void;
    GetAtomName(atom: number, done: Callback<string>): void;
    GetProperty(
      remove: number,
      window: number,
      name: number,
      type: number,
      offset: number,
      length: number,
      done: Callback<XProperty>,
    ): void;
    ChangeProperty(mode: number, window: number, name: number, type: number, format: number, data: unknown): void;
    DeleteProperty(window: number, name: number): void;
    ListProperties(window: number, done: Callback<readonly number[]>): void;
    QueryTree(window: number, done: Callback<XTree>): void;
    GetGeometry(drawable: number, done: Callback<XGeometry>): void;
    GetWindowAttributes(window: number, done: Callback<XAttributes>): void;
    TranslateCoordinates(from: number, to: number, x: number, y: number, done: Callback<XTranslated>): void;
    QueryPointer(window: number, done: Callback<XPointer>): void;
    GrabServer(): void;
    UngrabServer(): void;
    QueryKeymap(done: Callback<Buffer>): void;
    GetInputFocus(done: Callback<{ readonly focus: number }>): void;
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planeMask: number,
      done: Callback<XImage>,
    ): void;
    GetSelectionOwner(selection: number, done: Callback<number>): void;
    GetKeyboardMapping(first: number, count: number, done: Callback<readonly (readonly number[])[]>): void;
    GetModifierMapping(done: Callback<readonly (readonly number[])[]>): void;
    GetPointerMapping(done: Callback<readonly number[]>): void;
    SetPointerMapping(map: readonly number[], done: Callback<number>): void;
    ChangeKeyboardMapping(first: number, symsPerCode: number, syms: readonly number[]): void;
    GrabPointer(
      window: number,
      ownerEvents: number,
      mask: number,
      pointerMode: number,
      keyboardMode: number,
      confineTo: number,
      cursor: number,
      time: number,
      done: Callback<number>,
    ): void;
    UngrabPointer(time: number): void;
    GrabKeyboard(
      window: number,
      ownerEvents: number,
      time: number,
      pointerMode: number,
      keyboardMode: number,
      done: Callback<number>,
    ): void;
    UngrabKeyboard(time: number): void;
    GrabKey(
      window: number,
      ownerEvents: number,
      modifiers: number,
      key: number,
      pointerMode: number,
      keyboardMode: number,
      done?: Callback<unknown>,
    ): void;
    UngrabKey(window: number, key: number, modifiers: number): void;
    OpenFont(id: number, name: string): void;
    CloseFont(id: number): void;
    CreateGlyphCursor(
      id: number,
      font: number,
      maskFont: number,
      glyph: number,
      maskGlyph: number,
      foreground: Color,
      background: Color,
    ): void;
    FreeCursor(id: number): void;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: Readonly<Record<string, number>>,
    ): void;
    ChangeWindowAttributes(window: number, values: Readonly<Record<string, number>>, done?: Callback<unknown>): void;
    ConfigureWindow(window: number, values: Readonly<Record<string, number>>): void;
    MapWindow(window: number): void;
    UnmapWindow(window: number): void;
    DestroyWindow(window: number): void;
    ClearArea(window: number, x: number, y: number, width: number, height: number, exposures: number): void;
    CreatePixmap(id: number, drawable: number, depth: number, width: number, height: number): void;
    FreePixmap(id: number): void;
    CreateGC(id: number, drawable: number, values: Readonly<Record<string, number>>): void;
    FreeGC(id: number): void;
    PutImage(
      format: number,
      drawable: number,
      gc: number,
      width: number,
      height: number,
      x: number,
      y: number,
      leftPad: number,
      depth: number,
      data: Buffer,
    ): void;
    /** @param event its 32 bytes */
    SendEvent(destination: number, propagate: 0 | 1, eventMask: number, event: Buffer): void;
    /** Without a mask it goes to the root's window manager, as EWMH requires; with 0 to the window's own client. */
    SendClientMessage(
      destination: number,
      about: number,
      type: number,
      format: number,
      data: readonly number[],
      eventMask?: number,
    ): void;
    QueryExtension(name: string, done: Callback<{ readonly present: number }>): void;
    require(extension: string, done: Callback<unknown>): void;
  }

  export interface XScreen {
    readonly root: number;
    readonly root_depth: number;
    readonly root_visual: number;
  }

  export interface XDisplay {
    readonly client: XClient;
    readonly screen: readonly XScreen[];
    readonly min_keycode: number;
    readonly max_keycode: number;
    readonly resource_mask: number;
    /** The bits outside the mask, of all that this client creates. */
    readonly resource_base: number;
    readonly image_byte_order: number;
  }

  export interface XOptions {
    readonly display?: string;
    readonly bufferRequests?: boolean;
    readonly shm?: boolean;
  }

  const x11: {
    readonly keySyms: Readonly<Record<string, { readonly code: number; readonly description: string | null }>>;
    createClient(options: XOptions, done: (error: Error | undefined, display: XDisplay) => void): XClient;
    readonly eventMask: Readonly<Record<string, number>>;
  };
  export default x11;
}
