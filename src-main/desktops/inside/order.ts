/** What the first program of a desktop is ordered to start, as JSON in its only argument. */
export interface Order {
  /** Path of the X server. */
  readonly server: string;
  /** The socket of its live view, where it has one. */
  readonly view: string | null;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  /** The socket at which programs are started on the desktop. */
  readonly door: string;
  /** Whether this is the first process of a namespace of its own, with which all others end. */
  readonly ownProcesses: boolean;
}

/** The only line that it writes to standard output. */
export type Report = { readonly display: string } | { readonly failed: string };
