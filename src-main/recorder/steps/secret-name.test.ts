import { expect, it } from 'vitest';
import { anotherSecretName, secretVariable } from './secret-name.ts';

it.each([
  ['Password', 'PASSWORD'],
  ['Mot de passe :', 'MOT_DE_PASSE'],
  ['Clé d’accès', 'CLE_D_ACCES'],
  ['', 'SECRET'],
  ['密码', 'SECRET'],
  ['2nd factor', 'SECRET'],
])('%j is prompted for as %s', (field, name) => expect(anotherSecretName(field, new Set())).toBe(name));

it('has a unique name', () =>
  expect(anotherSecretName('Password', new Set(['PASSWORD', 'PASSWORD_2', 'PIN']))).toBe('PASSWORD_3'));

it('names the variable that holds it', () => expect(secretVariable('PIN')).toBe('DESKSCOPE_SECRET_PIN'));
