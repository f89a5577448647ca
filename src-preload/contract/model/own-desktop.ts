/** One of Deskscope's own desktops, started by any process of this user. */
export interface OwnDesktopInfo {
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Its purpose, e.g. `claude-code`; empty if none. */
  readonly openedBy: string;
  /** How its programs are isolated from the user's, a sentence. */
  readonly holds: string;
  /** Whether it has a live view. */
  readonly hasView: boolean;
  /** The user has taken over, and programs wait. */
  /** `x11`, or the compositor. */
  readonly session: string;
  readonly takenOver: boolean;
}
