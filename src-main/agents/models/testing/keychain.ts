import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keychain } from '../keys/keychain.ts';

const password = randomBytes(32);

/** Replaces the system's, which tests on a bare machine lack; it does encrypt. */
export function otherKeychain(): Keychain {
  return {
    seal(text) {
      const start = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', password, start);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Promise.resolve(Buffer.concat([start, cipher.getAuthTag(), sealed]));
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', password, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return Promise.resolve(text.toString('utf8'));
    },
  };
}
