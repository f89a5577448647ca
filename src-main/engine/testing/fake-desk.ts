import type { Engine } from '../engine.ts';
import { elementOf, type Desk } from './desk.ts';

/** The scripted desktop for the contract; windows are opened and closed through the engine's own programs. */
export function fakeDesk(engine: Engine): Desk {
  const title = 'Calculator';
  const button = (name: string) => `role=Button name="${name}"`;
  const desk: Desk = {
    engine,
    calculator: {
      title,
      seven: button('7'),
      times: button('×'),
      six: button('6'),
      equals: button('='),
      clear: 'id=clear',
      result: async () => (await elementOf(desk, { title, selector: 'id=display' })).value ?? '',
    },
    editor: { title: 'Editor', selector: 'role=Document' },
    checkBox: { title: 'Form', selector: 'role=CheckBox' },
    legible: { title: 'Form', selector: 'role=CheckBox' },
    disabled: { title: 'Form', selector: 'role=Button name="Never"', call: { pattern: 'invoke' } },
    table: { title: 'Form', selector: 'role=Table', cell: { row: 1, column: 0, name: 'Coffee' } },
    async open() {
      const { id } = await engine.launch({ command: 'notes', args: [] });
      const close = async () => {
        await engine.actOnWindow({ window: id, action: 'close' });
      };
      return { title: 'Notes', close };
    },
    close: () => engine.close(),
  };
  return desk;
}
