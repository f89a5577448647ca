import type { RawNode } from '../../engine/backend.ts';

/** What stands for objects in texts of AT-SPI. */
const object = /\ufffc/g;

/** What a person reads in an element: its text, else its name, else that of its parts. */
export function shownValue({ name, value, children = [] }: RawNode): string {
  // A field that is empty reads as nothing, whatever it is called.
  if (value === '') return '';
  return (value ?? '').replace(object, '') || name || children.map(shownValue).filter(Boolean).join(' ');
}
