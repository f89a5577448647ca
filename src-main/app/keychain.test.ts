import type { SafeStorage } from 'electron';
import { expect, test } from 'vitest';
import { systemKeychain } from './keychain.ts';

const turned = (text: string) => Array.from(text).reverse().join('');

/** @param mark the first bytes of what it encrypts */
const older = (mark: string) => ({
  isEncryptionAvailable: () => true,
  encryptString: (text: string) => Buffer.from(`${mark}${turned(text)}`),
  decryptString: (sealed: Buffer) => turned(sealed.toString().slice(3)),
});

/** Encrypts in another thread, and no longer at once. */
const newer = (mark: string, isAvailable = true) =>
  ({
    isEncryptionAvailable: () => false,
    isAsyncEncryptionAvailable: () => Promise.resolve(isAvailable),
    encryptStringAsync: (text: string) => Promise.resolve(older(mark).encryptString(text)),
    decryptStringAsync: (sealed: Buffer) =>
      Promise.resolve({ result: older(mark).decryptString(sealed), shouldReEncrypt: false }),
  }) as unknown as SafeStorage;

test.each([
  { name: 'of old', storage: older('v11') },
  { name: 'of today', storage: newer('v11') },
])('the storage of an Electron $name opens what it sealed', async ({ storage }) => {
  const keychain = await systemKeychain(storage, 'linux');
  const sealed = await keychain?.seal('secret');
  expect(Buffer.from(sealed ?? []).toString()).toBe('v11terces');
  await expect(keychain?.open(sealed ?? Buffer.of())).resolves.toBe('secret');
});

test('a password that everyone knows is no keychain, nor is a storage that does not encrypt', async () => {
  await expect(systemKeychain(older('v10'), 'linux')).resolves.toBeNull();
  await expect(systemKeychain(newer('v10'), 'linux')).resolves.toBeNull();
  await expect(systemKeychain(newer('v10'), 'win32')).resolves.not.toBeNull();
  await expect(systemKeychain(newer('v11', false), 'linux')).resolves.toBeNull();
});
