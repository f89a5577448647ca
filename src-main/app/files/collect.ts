import { app } from 'electron';
import { filesOfSecondStart, HandedOver } from './handed-over.ts';

/**
 * Collects from the very beginning what is handed over: by this start, by later ones, and on macOS by the Finder.
 * @param files of this start
 */
export function collectHandedOver(files: readonly string[]): HandedOver {
  const handedOver = new HandedOver();
  handedOver.add(files);
  app.on('second-instance', (_event, _argv, _folder, data) => handedOver.add(filesOfSecondStart(data)));
  app.on('open-file', (event, file) => {
    event.preventDefault();
    handedOver.add([file]);
  });
  return handedOver;
}
