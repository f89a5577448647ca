import { useLayoutEffect } from 'react';
import type { Command } from '../../ui/command.ts';
import { chordOf, commandFor, isTyping } from './keymap.ts';
import type { View } from '../views/all.ts';

/** Runs commands by their keys, wherever in the window they are pressed, from the moment there is something to see. */
export function useKeymap(commands: readonly Command[], view: () => View): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord = chordOf(event);
      if (isTyping(chord) && isTextField(event.target)) return;
      if (document.querySelector('dialog[open]') && chord !== 'Escape') return;
      const command = commandFor(commands, chord, scopesOf(event.target, view()));
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
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
