import type { HandedOver } from '../../files/handed-over.ts';
import type { Opener } from '../../files/opener.ts';
import type { ServiceHandlers } from './services.ts';

/** Our own dialog: a page names no path, the user does. Null where they changed their mind. */
export interface OpenDialog {
  chooseFile(kind: 'file' | 'folder'): Promise<string | null>;
}

export function filesHandlers(options: {
  readonly opener: Pick<Opener, 'open' | 'take'>;
  readonly handedOver: HandedOver;
  readonly dialogs: OpenDialog;
}): ServiceHandlers<'files'> {
  const { opener, handedOver, dialogs } = options;
  return {
    'files.choose': async ({ kind }) => {
      const place = await dialogs.chooseFile(kind);
      if (place !== null) await opener.open(place);
    },
    'files.follow': () => handedOver.follow((file) => void opener.take(file)),
  };
}
