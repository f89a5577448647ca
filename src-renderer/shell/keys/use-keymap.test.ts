import { describe, expect, it } from 'vitest';
import type { Command } from '../../ui/command.ts';
import { chordOf, collisions, commandFor, isTyping } from './use-keymap.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const command = (id: string, more: Partial<Command>): Command => ({
  id,
  title: id,
  icon: 'x',
  run: () => undefined,
  ...more,
});

describe('chordOf', () => {
  it.each([
    [{ ...none, key: 'p', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+P'],
    [{ ...none, key: ' ' }, 'Space'],
    [{ ...none, key: 'ArrowUp', altKey: true }, 'Alt+ArrowUp'],
    [{ ...none, key: 'k', metaKey: true }, 'Ctrl+K'],
    [{ ...none, key: 'F6', shiftKey: true }, 'Shift+F6'],
  ])('%j is %s', (event, chord) => expect(chordOf(event)).toBe(chord));
});

describe('isTyping', () => {
  it.each(['Delete', 'Space', 'A', 'Ctrl+C', 'Ctrl+Z', 'Ctrl+Shift+Z', 'ArrowLeft'])('leaves %s to the text', (chord) =>
    expect(isTyping(chord)).toBe(true),
  );
  it.each(['Ctrl+K', 'Ctrl+Shift+C', 'F6', 'Shift+F6', 'Escape', 'Ctrl+1', 'Ctrl+Enter', 'Ctrl+Shift+P'])(
    'takes %s',
    (chord) => expect(isTyping(chord)).toBe(false),
  );
});

describe('commandFor', () => {
  const commands = [
    command('everywhere', { keys: ['Delete'] }),
    command('view', { keys: ['Delete', 'Ctrl+R'], scope: 'record' }),
    command('list', { keys: ['Delete'], scope: 'steps' }),
    command('asleep', { keys: ['F8'], when: () => false }),
  ];
  const idFor = (chord: string, scopes: string[]) => commandFor(commands, chord, scopes)?.id;

  it('prefers the nearest scope', () => {
    expect(idFor('Delete', ['steps', 'record'])).toBe('list');
    expect(idFor('Delete', ['record'])).toBe('view');
    expect(idFor('Delete', ['inspect'])).toBe('everywhere');
  });

  it('finds nothing outside a scope, and no disabled command', () => {
    expect(idFor('Ctrl+R', ['inspect'])).toBeUndefined();
    expect(idFor('F8', ['inspect'])).toBeUndefined();
  });
});

describe('collisions', () => {
  it('names two commands of one scope with the same key', () => {
    const clash = [command('a', { keys: ['F5'], scope: 's' }), command('b', { keys: ['F6', 'F5'], scope: 's' })];
    expect(collisions(clash)).toEqual(['s: F5 (a, b)']);
    expect(collisions([command('a', { keys: ['F5'] }), command('b', { keys: ['F5'], scope: 's' })])).toEqual([]);
  });
});
