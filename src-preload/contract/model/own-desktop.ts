/** A desktop apart from the person's, whichever process of theirs started it. */
export interface OwnDesktopInfo {
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Whom it is for, e.g. `claude-code`; empty for nobody in particular. */
  readonly openedBy: string;
  /** What stands between its programs and the person's own, a sentence. */
  readonly holds: string;
  /** Whether its picture can be shown. */
  readonly hasView: boolean;
  /** The person works there, and programs wait. */
  readonly takenOver: boolean;
}
