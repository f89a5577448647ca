import { once } from '../../../../../base/async/once.ts';
import type { Clipboard, Lack } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { DataControl, offeredDataControl } from './data-control.ts';

/** The clipboard, on a connection that is opened when something is first pasted. */
export interface LazyClipboard {
  readonly clipboard?: Clipboard;
  readonly lacks: readonly Lack[];
  close(): void;
}

export function openClipboard(connection: WaylandConnection, path: string): LazyClipboard {
  const name = offeredDataControl(connection);
  if (name === null) {
    const why =
      'The compositor does not offer ext_data_control_manager_v1, so characters that no key types are not pasted.';
    return { lacks: [{ name: 'Clipboard', why, instead: 'Set the value of a field.' }], close: () => undefined };
  }
  let opened: DataControl | null = null;
  const open = once(async () => (opened = await DataControl.open(path, name)));
  return {
    lacks: [],
    clipboard: { lend: async (text, paste) => (await open()).lend(text, paste) },
    close: () => opened?.close(),
  };
}
