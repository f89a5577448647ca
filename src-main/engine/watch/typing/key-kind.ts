import type { RawInput } from '../../backend.ts';

type RawKey = Extract<RawInput, { type: 'key' }>;

/** What a key does to a field that has the focus. */
export type KeyKind = 'types' | 'deletes' | 'breaksLine' | 'moves' | 'leaves';

const moving = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Insert'];

export function kindOf({ key, text }: RawKey): KeyKind {
  if (text !== null && text !== '\n' && text !== '\r' && text !== '\t') return 'types';
  if (key === 'Backspace' || key === 'Delete') return 'deletes';
  if (key === 'Enter' || key === 'shift+Enter') return 'breaksLine';
  return moving.includes(key.replace('shift+', '')) ? 'moves' : 'leaves';
}
