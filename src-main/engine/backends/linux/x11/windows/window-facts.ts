import type { XProperty } from 'x11';
import type { XConnection } from '../display/connection.ts';
import { numbersOf, propertyText, textTypes, type TextTypes } from '../display/properties.ts';

/**
 * The properties that a client and the window manager set for one window; missing ones are empty.
 * https://specifications.freedesktop.org/wm-spec/ and https://www.x.org/releases/X11R7.7/doc/xorg-docs/icccm/icccm.html
 */
export interface WindowFacts {
  readonly title: string;
  /** The pre-EWMH property, for clients that set nothing else. */
  readonly oldTitle: string;
  readonly className: string;
  /** The client's claim: any number, from its own namespace in a container. */
  readonly claimedProcessId: number;
  /** Host name of the machine the client runs on; empty if it does not report. */
  readonly machine: string;
  readonly states: ReadonlySet<number>;
  readonly types: readonly number[];
  /** 0 if there is none. */
  readonly transientFor: number;
  /** Null if unknown. */
  readonly desktop: number | null;
  readonly resizable: boolean;
  /** Neither minimised nor, as reported by most managers, hidden with its desktop. */
  readonly shown: boolean;
  readonly urgent: boolean;
  /** Left, right, top, bottom. */
  readonly frameExtents: readonly number[];
  /** For clients that draw their own shadow: its width, like `frameExtents`. */
  readonly shadowExtents: readonly number[];
}

export const noFacts: WindowFacts = {
  title: '',
  oldTitle: '',
  className: '',
  claimedProcessId: 0,
  machine: '',
  states: new Set(),
  types: [],
  transientFor: 0,
  desktop: null,
  resizable: true,
  shown: false,
  urgent: false,
  frameExtents: [],
  shadowExtents: [],
};

type Decode = (property: XProperty, types: TextTypes) => Partial<WindowFacts>;

/** WM_STATE, ICCCM 4.1.3.1. */
const normalState = 1;
/** WM_NORMAL_HINTS flags for a given minimum and maximum size. */
const bothSizes = 0x30;
/** The WM_HINTS flag with which clients requested attention before EWMH. */
const urgency = 0x100;

const decoders: Readonly<Record<string, Decode>> = {
  _NET_WM_NAME: (property, types) => ({ title: propertyText(property, types) }),
  WM_NAME: (property, types) => ({ oldTitle: propertyText(property, types) }),
  // Instance and class, both NUL-terminated; the class names the application.
  WM_CLASS: (property, types) => ({ className: propertyText(property, types).split('\0')[1] ?? '' }),
  WM_CLIENT_MACHINE: (property, types) => ({ machine: propertyText(property, types).replace(/\0.*$/s, '') }),
  _NET_WM_PID: ({ data }) => ({ claimedProcessId: numbersOf(data)[0] ?? 0 }),
  _NET_WM_STATE: ({ data }) => ({ states: new Set(numbersOf(data)) }),
  _NET_WM_WINDOW_TYPE: ({ data }) => ({ types: numbersOf(data) }),
  WM_TRANSIENT_FOR: ({ data }) => ({ transientFor: numbersOf(data)[0] ?? 0 }),
  _NET_WM_DESKTOP: ({ data }) => ({ desktop: numbersOf(data)[0] ?? null }),
  WM_NORMAL_HINTS: ({ data }) => ({ resizable: isResizable(numbersOf(data)) }),
  WM_STATE: ({ data }) => ({ shown: numbersOf(data)[0] === normalState }),
  WM_HINTS: ({ data }) => ({ urgent: ((numbersOf(data)[0] ?? 0) & urgency) !== 0 }),
  _NET_FRAME_EXTENTS: ({ data }) => ({ frameExtents: numbersOf(data) }),
  _GTK_FRAME_EXTENTS: ({ data }) => ({ shadowExtents: numbersOf(data) }),
};

/** Parsers of the properties, by atom. */
export interface FactReader {
  readonly atoms: readonly number[];
  readonly has: (atom: number) => boolean;
  readonly decode: (atom: number, property: XProperty) => Partial<WindowFacts>;
}

export async function createFactReader(x: XConnection): Promise<FactReader> {
  const types = await textTypes(x);
  const entries = Object.entries(decoders).map(async ([name, decode]) => [await x.atom(name), decode] as const);
  const byAtom = new Map(await Promise.all(entries));
  return {
    atoms: [...byAtom.keys()],
    has: (atom) => byAtom.has(atom),
    decode: (atom, property) => byAtom.get(atom)?.(property, types) ?? {},
  };
}

/** WM_NORMAL_HINTS: flags, four obsolete values, minimum width and height, maximum width and height. */
function isResizable([flags = 0, , , , , minWidth, minHeight, maxWidth, maxHeight]: readonly number[]): boolean {
  return (flags & bothSizes) !== bothSizes || minWidth !== maxWidth || minHeight !== maxHeight;
}
