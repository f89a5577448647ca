import asks from '../../../resources/gnome-shell/asks.js?raw';
import grab from '../../../resources/gnome-shell/grab.js?raw';
import hands from '../../../resources/gnome-shell/hands.js?raw';
import head43 from '../../../resources/gnome-shell/head-43.js?raw';
import head45 from '../../../resources/gnome-shell/head-45.js?raw';
import presses from '../../../resources/gnome-shell/presses.js?raw';
import screen from '../../../resources/gnome-shell/screen.js?raw';
import server from '../../../resources/gnome-shell/server.js?raw';
import tail43 from '../../../resources/gnome-shell/tail-43.js?raw';
import tail45 from '../../../resources/gnome-shell/tail-45.js?raw';
import text from '../../../resources/gnome-shell/text.js?raw';
import windows from '../../../resources/gnome-shell/windows.js?raw';
import { doorFolder, protocol, uuid } from './protocol.ts';

/** From this version on extensions are modules: https://gjs.guide/extensions/upgrading/gnome-shell-45.html */
const modules = 45;
const constants = `const PROTOCOL = ${protocol};\nconst DOOR = ${JSON.stringify(doorFolder)};\n`;
const body = [asks, windows, hands, text, screen, grab, presses, server];

/**
 * The files of the extension, by name.
 * @param shell the major version of the gnome-shell that should run it: the only one that will
 */
export function extensionFiles(shell: number): Readonly<Record<string, string>> {
  const [head, tail] = shell < modules ? [head43, tail43] : [head45, tail45];
  const metadata = {
    uuid,
    name: 'Deskscope',
    description:
      'Lets Deskscope see and touch the windows of this session. Installed and removed by `deskscope gnome`.',
    'shell-version': [String(shell)],
  };
  return {
    'metadata.json': `${JSON.stringify(metadata, null, 2)}\n`,
    'extension.js': [head, constants, ...body, tail].join('\n'),
  };
}
