import { plain, type Toolkit } from './toolkit.ts';

/**
 * GTK 3.24. It has the property for developers' ids but leaves it empty, even for GtkBuilder's, and asking for it would
 * double the time of a walk. Its tool tips are on the screen and nowhere else. Children
 * count themselves otherwise than their parent does, and scroll bars and separators say -1.
 */
export const gtk3: Toolkit = {
  ...plain,
  name: 'gtk3',
  answersAtOnce: true,
  looseMenus: 'frames',
  reading: 'slowing cache',
  indicesHold: false,
  scalesBy: 'bounds',
  iconsAreEnabled: true,
  sizelessIsUnseen: true,
  // The icons of an icon view have no names, and their text is no element.
  textHolders: new Set(['icon']),
  hitsLowest: true,
  choiceAsName: 'unnamed',
};

/**
 * GTK 4.18 and 4.24, and by its sources all from 4.10 on, where elements are told through GtkAccessible: what is not on the screen
 * is not in the tree, except for what is scrolled away. On the screen all say to be at (0, 0), in the window they have places. Whether
 * one contains a point is answered with its position for its size: no use (gtkatspicomponent.c), and hits with what was there when its
 * page was shown. Scroll bars take a value, say yes,
 * and stay where they are.
 */
export const gtk4: Toolkit = {
  ...plain,
  name: 'gtk4',
  answersAtOnce: true,
  reading: 'growing cache',
  coordinates: 'window',
  origin: 'content',
  seenBy: 'visible',
  sizelessIsUnseen: true,
  cutters: new Set(['scroll pane', 'viewport']),
  pagesByIndex: true,
  hitsUnseen: true,
  namesByClass: true,
  movesScrollBars: false,
  // `findings/gtk4-selects-rows-that-an-app-hides.sh`
  selectsHidden: true,
  hidesText: true,
  pressedIsChecked: true,
  pressesReportedBy: 'app',
};

/**
 * GTK 4.8. SHOWING is set on windows only, and what is on pages that do not show is reported as if it did. The property for developers'
 * ids is there and always empty. A field whose text is not to be seen is a field as any other, and tells its text.
 */
export const gtk48: Toolkit = { ...gtk4, hidesByMiddle: true, hitsUnseen: false };

/** From 4.22 on elements tell their ids: those of GtkBuilder, which numbers what has none and calls a
 * template by its class. Seen with 4.24. */
export const gtk422: Toolkit = { ...gtk4, idIn: 'property', madeUpIds: /^(___object_\d+___|(Gtk|Adw)[A-Z]\w*)$/ };
