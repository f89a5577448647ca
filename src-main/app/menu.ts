import type { MenuItemConstructorOptions } from 'electron';
import { menuCommands } from '#contract/model/app/menu-commands';

interface MenuOptions {
  /** Runs a command of the main window. */
  readonly run: (command: string) => void;
  readonly quit: () => void;
  readonly isPackaged: boolean;
}

/**
 * The application menu, in place of Electron's, which reloads the page and leads to Electron's own site. The page receives the
 * keys of its commands itself: the menu only shows them.
 */
export function menuTemplate({ run, quit, isPackaged }: MenuOptions): MenuItemConstructorOptions[] {
  const ofPage = (menu: keyof typeof menuCommands): MenuItemConstructorOptions[] =>
    menuCommands[menu].map(({ id, label, keys }) => {
      return { id, label, accelerator: keys, registerAccelerator: false, click: () => run(id) };
    });
  return [
    {
      label: 'File',
      submenu: [
        ...ofPage('File'),
        { type: 'separator' },
        { role: 'close', label: 'Close window' },
        { label: 'Quit', accelerator: 'CommandOrControl+Q', click: quit },
      ],
    },
    {
      // Without “Select all”, which selects the whole page: fields have its key, and the page has a command.
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
      ],
    },
    {
      label: 'View',
      submenu: [
        ...ofPage('View'),
        { type: 'separator' },
        { role: 'zoomIn', accelerator: 'CommandOrControl+=' },
        // The same key with Shift, and the one on the number pad.
        { role: 'zoomIn', accelerator: 'CommandOrControl+Plus', visible: false },
        { role: 'zoomIn', accelerator: 'CommandOrControl+numadd', visible: false },
        { role: 'zoomOut', accelerator: 'CommandOrControl+-' },
        { role: 'zoomOut', accelerator: 'CommandOrControl+numsub', visible: false },
        { role: 'resetZoom', accelerator: 'CommandOrControl+0' },
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : [{ type: 'separator' } as const, { role: 'toggleDevTools' } as const]),
      ],
    },
    { label: 'Help', submenu: [...ofPage('Help'), { role: 'about' }] },
  ];
}
