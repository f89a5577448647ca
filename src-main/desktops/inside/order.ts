/** The window systems that a desktop can have: X11 with openbox, or a Wayland compositor without a screen. */
export const sessionNames = ['x11', 'sway', 'kwin', 'gnome'] as const;
export type Session = (typeof sessionNames)[number];

/** The startup order for a desktop's first program, as JSON in its only argument. */
export interface Order {
  readonly session: Session;
  /** Path of the X server; empty with a compositor. */
  readonly server: string;
  /** The socket of its live view, if it has one. */
  readonly view: string | null;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** The socket at which programs are started on the desktop. */
  readonly door: string;
  /** Whether this is the first process of its own namespace, with which all others end. */
  readonly ownProcesses: boolean;
}

/** The only line that it writes to standard output. */
export type Report = { readonly display: string } | { readonly failed: string };
