import { z } from 'zod';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { Clipboard, TextSink } from '../compositor.ts';
import type { GnomeLink } from './link.ts';

/** How long an app has for what it should paste, in milliseconds: GNOME does not tell when it has asked for it. */
const pasteMs = 1_000;

export function gnomeText(link: GnomeLink): { readonly sink: TextSink; readonly clipboard: Clipboard } {
  return {
    sink: { commit: (text) => link.ask('commit', { text }, z.boolean()) },
    clipboard: {
      async lend(text, paste) {
        try {
          await link.tell('lend', { text });
          await paste();
          await sleep(pasteMs);
          return true;
        } finally {
          await link.tell('restore');
        }
      },
    },
  };
}
