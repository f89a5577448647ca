import { expect, it } from 'vitest';
import { DBusFailure } from '../../dbus/failure.ts';
import { ofElement } from './or-else.ts';

const failure = (name: string) => new DBusFailure(`org.freedesktop.DBus.Error.${name}`, 'refused');

it.each([
  ['UnknownObject', true, 'UnknownMethod'],
  ['UnknownObject', false, 'UnknownObject'],
  ['UnknownMethod', true, 'UnknownMethod'],
  ['UnknownMethod', false, 'UnknownObject'],
  ['NoReply', true, 'NoReply'],
])('treats %s of an existing element (%s) as %s', async (refused, isThere, taken) => {
  const reports = () => (isThere ? Promise.resolve(1) : Promise.reject(failure('UnknownObject')));
  const errorName = `org.freedesktop.DBus.Error.${taken}`;
  await expect(ofElement(Promise.reject(failure(refused)), reports)).rejects.toMatchObject({ errorName });
});
