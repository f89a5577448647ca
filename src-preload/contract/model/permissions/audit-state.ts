/** Whether the audit log of a running Deskscope can be written. */
export interface AuditState {
  /** Why it cannot; null where it can. Nothing acts meanwhile. */
  readonly failure: string | null;
  /** Lines of this process that could not be written. */
  readonly lost: number;
}
