/** An error reply of the X server, by its protocol number: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Errors */
export class XFailure extends Error {
  readonly errorNumber: number;

  constructor(errorNumber: number, message: string) {
    super(message);
    this.name = 'XFailure';
    this.errorNumber = errorNumber;
  }
}

/** There is no X display, or the connection was lost. */
export class DisplayUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DisplayUnavailable';
  }
}

/** The X server does not answer. It may recover: the connection stays open. */
export class DisplaySilent extends DisplayUnavailable {
  constructor(silentMs: number) {
    super(`it gave no answer for ${silentMs / 1_000} seconds`);
    this.name = 'DisplaySilent';
  }
}

export const badWindow = 3;
export const badMatch = 8;
export const badDrawable = 9;

/** Whether a request failed because its window is gone. */
export function isGone(error: unknown): boolean {
  return error instanceof XFailure && (error.errorNumber === badWindow || error.errorNumber === badDrawable);
}
