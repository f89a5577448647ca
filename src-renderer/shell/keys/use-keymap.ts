import { useLayoutEffect } from 'react';
import { type Command, canRun } from '../../ui/command.ts';
import type { View } from '../views/list.ts';

/** Runs commands by their keys, anywhere in the window, once there is something to see. */
export function useKeymap(commands: readonly Command[], view: () => View): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord = chordOf(event);
      if (isTyping(chord) && isTextField(event.target)) return;
      // Escape closes the dialog, not the message above it.
      if (document.querySelector('dialog[open]')) return;
      const command = commandFor(commands, chord, scopesOf(event.target, view()));
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    const ofBorder = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !(event.target instanceof Element) || !event.target.matches('[role="separator"]'))
        return;
      onKey(event);
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey);
    // Borders between panels would keep F6 among themselves.
    window.addEventListener('keydown', ofBorder, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keydown', ofBorder, true);
    };
  }, [commands, view]);
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], .monaco-editor') !== null
  );
}

/** From the focused part outwards; the view is the outermost. */
function scopesOf(target: EventTarget | null, view: View): string[] {
  const scopes: string[] = [];
  let part = target instanceof Element ? target.closest<HTMLElement>('[data-scope]') : null;
  for (; part; part = part.parentElement?.closest<HTMLElement>('[data-scope]') ?? null)
    scopes.push(part.dataset['scope'] ?? '');
  return [...scopes, view];
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** `Ctrl+Shift+P` for a key event, in the commands' notation. */
export function chordOf(event: KeyPress): string {
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const held = [(event.ctrlKey || event.metaKey) && 'Ctrl', event.altKey && 'Alt', event.shiftKey && 'Shift'].filter(
    Boolean,
  );
  return [...held, key].join('+');
}

/** Keys with a meaning in text fields, where commands ignore them. */
export function isTyping(chord: string): boolean {
  if (/^((Shift\+)?F\d+|Escape|Ctrl\+(Enter|[0-9]))$/.test(chord)) return false;
  if (/^Ctrl\+(Shift\+)?[ACVXYZ]$/.test(chord)) return chord !== 'Ctrl+Shift+C';
  return !/^(Ctrl|Alt)\+/.test(chord);
}

/**
 * The command a chord runs now. Of several, the one of the nearest scope wins; one without a scope comes last.
 * `scopes` are those around the focus, nearest first.
 */
export function commandFor(commands: readonly Command[], chord: string, scopes: readonly string[]): Command | null {
  const fitting = commands.filter(
    (command) =>
      command.keys?.includes(chord) &&
      (command.scope === undefined || scopes.includes(command.scope)) &&
      canRun(command),
  );
  const distance = ({ scope }: Command) => (scope === undefined ? Infinity : scopes.indexOf(scope));
  return fitting.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Chords that two commands of the same scope claim, e.g. `steps: Delete (step.remove, step.cut)`. */
export function collisions(commands: readonly Command[]): readonly string[] {
  const claims = new Map<string, string[]>();
  for (const { id, keys = [], scope = 'everywhere' } of commands) {
    for (const chord of keys) {
      const claim = `${scope}: ${chord}`;
      claims.set(claim, [...(claims.get(claim) ?? []), id]);
    }
  }
  return [...claims].filter(([, ids]) => ids.length > 1).map(([claim, ids]) => `${claim} (${ids.join(', ')})`);
}
