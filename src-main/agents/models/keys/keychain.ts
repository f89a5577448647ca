/** Encrypts for this user of this machine, such as Electron's `safeStorage` with the system's keychain. */
export interface Keychain {
  seal(text: string): Promise<Uint8Array>;
  /** Rejects if another user or another machine sealed it. */
  open(sealed: Uint8Array): Promise<string>;
}
