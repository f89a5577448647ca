import { expect, it } from 'vitest';
import { toFileName } from './file-name.ts';

it.each([
  ['Order 7.json', 'Order 7.json'],
  ['Import: a/b "now"?.json', 'Import- a-b -now--.json'],
  ['Überweisung.json', 'Überweisung.json'],
  ['con.json', '_con.json'],
  ['console.json', 'console.json'],
  ['what...', 'what'],
  ['', '_'],
])('%s becomes %s', (text, name) => expect(toFileName(text)).toBe(name));
