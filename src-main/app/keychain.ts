/* oxlint-disable typescript/no-deprecated -- The replacement is not in Electron 25, the oldest that runs Deskscope. */
import { safeStorage } from 'electron';
import type { Keychain } from '../agents/models/keys/keychain.ts';

/**
 * The system's keychain; null if there is none. Without one Chromium may encrypt on Linux by a password that is in its sources,
 * and marks that by `v10` (components/os_crypt/sync/os_crypt_linux.cc): that is no keychain.
 */
export function systemKeychain(): Keychain | null {
  if (!safeStorage.isEncryptionAvailable()) return null;
  const isFixed = () => safeStorage.encryptString('?').subarray(0, 3).toString('latin1') === 'v10';
  if (process.platform === 'linux' && isFixed()) return null;
  return {
    seal: (text) => safeStorage.encryptString(text),
    open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
  };
}
