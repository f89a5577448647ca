import { plain, type Toolkit } from './toolkit.ts';

/**
 * GTK 4.8. Extents count from the window's content, and SHOWING is set on windows only. The property for developers'
 * ids is there and always empty. Scroll bars take a
 * value, say yes, and stay where they are. A field whose text is not to be seen is a field as any other, and tells its text.
 */
export const gtk4: Toolkit = {
  ...plain,
  name: 'gtk4',
  reading: 'growing cache',
  origin: 'content',
  seenBy: 'visible',
  sizelessIsUnseen: true,
  saysAllShows: true,
  namesByClass: true,
  movesScrollBars: false,
  hidesText: true,
  pressedIsChecked: true,
  tellsPresses: 'app',
};
