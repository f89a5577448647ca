import { AppError } from '#contract/errors';
import type { HandedOver } from '../../files/handed-over.ts';
import type { Opener } from '../../files/opener.ts';
import type { Recents } from '../../files/recents.ts';
import type { ServiceHandlers } from './services.ts';

/** Our own dialog: a page names no path, the user does. Null if they changed their mind. */
export interface OpenDialog {
  chooseFile(kind: 'file' | 'folder'): Promise<string | null>;
}

export function filesHandlers(options: {
  readonly opener: Pick<Opener, 'open' | 'take'>;
  readonly handedOver: HandedOver;
  readonly recents: Pick<Recents, 'files' | 'find' | 'remove'>;
  readonly dialogs: OpenDialog;
}): ServiceHandlers<'files'> {
  const { opener, handedOver, recents, dialogs } = options;
  return {
    'files.choose': async ({ kind }) => {
      const place = await dialogs.chooseFile(kind);
      if (place !== null) await opener.open(place);
    },
    'files.recent': () => recents.files,
    'files.openRecent': async ({ path }) => {
      const place = recents.find(path);
      try {
        await opener.open(place);
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') recents.remove(place);
        throw error;
      }
    },
    'files.forgetRecent': ({ path }) => recents.remove(path),
    'files.follow': () => handedOver.follow((file) => void opener.take(file)),
  };
}
