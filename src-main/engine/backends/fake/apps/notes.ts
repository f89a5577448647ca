import type { FakeApp } from '../desktop.ts';
import { element } from '../element.ts';

/** A small window that is not open at the start: the one to open and close. */
export const notes: FakeApp = () => ({
  title: 'Notes',
  app: 'notes',
  className: 'Notes',
  content: { x: 700, y: 620, width: 220, height: 120 },
  root: element({
    controlType: 'Window',
    name: 'Notes',
    children: [element({ controlType: 'Text', name: 'Nothing noted', at: [10, 10, 160, 20] })],
  }),
});
