/* oxlint-disable typescript/no-deprecated -- Older versions of Electron have nothing else. */
import type { SafeStorage } from 'electron';
import type { Keychain } from '../agents/models/keys/keychain.ts';

/** Part of what older versions of Electron provide. */
type OlderStorage = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'>;

/**
 * The system's keychain; null if there is none. Without one Chromium may encrypt on Linux by a password that is in its sources,
 * and marks that by `v10` (components/os_crypt/sync/os_crypt_linux.cc): that is no keychain.
 */
export async function systemKeychain(
  storage: SafeStorage | OlderStorage,
  platform = process.platform,
): Promise<Keychain | null> {
  const isAsync = 'isAsyncEncryptionAvailable' in storage;
  if (!(isAsync ? await storage.isAsyncEncryptionAvailable() : storage.isEncryptionAvailable())) return null;
  const seal = async (text: string) => (isAsync ? storage.encryptStringAsync(text) : storage.encryptString(text));
  const isFixed = async () => (await seal('?')).subarray(0, 3).toString('latin1') === 'v10';
  if (platform === 'linux' && (await isFixed())) return null;
  return {
    seal,
    async open(sealed) {
      const bytes = Buffer.from(sealed);
      return isAsync ? (await storage.decryptStringAsync(bytes)).result : storage.decryptString(bytes);
    },
  };
}
