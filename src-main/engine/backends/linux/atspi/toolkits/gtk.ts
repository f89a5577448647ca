import { plain, type Toolkit } from './toolkit.ts';

/**
 * GTK 3.24. The property for developer ids exists but is empty, even for GtkBuilder's, and querying it would double the time of
 * a walk. Its tooltips exist on the screen only. Children report another index than their parent lists, and scroll bars and
 * separators report -1.
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
  // The icons of an icon view have no names, and their text is not an element.
  textHolders: new Set(['icon']),
  hitsLowest: true,
  popoversHold: true,
  choiceAsName: 'unnamed',
  holdsPages: true,
};

/**
 * GTK 4.18 and 4.24, and by its sources all versions from 4.10 on, which report elements through GtkAccessible. Off-screen
 * elements are not in the tree, except those scrolled away. In screen coordinates all elements are at (0, 0); window
 * coordinates are correct. `Contains` confuses position and size, so it is useless (gtkatspicomponent.c), and hit tests use the
 * layout from when the page was shown. Scroll bars accept a value, report success, and do not move.
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
  holdsPages: true,
};

/**
 * GTK 4.8. SHOWING is set on windows only, and elements of hidden pages are reported as showing. The property for developer ids
 * is always empty. A password field looks like any other field, and reports its text. A hit test at the text in an entry, or at
 * a slider, answers nothing.
 */
export const gtk48: Toolkit = {
  ...gtk4,
  hidesByMiddle: true,
  hitsUnseen: false,
  hitsElementsOnly: true,
  roundsHits: true,
};

/**
 * From 4.22 on, elements report their ids: those of GtkBuilder, which numbers elements without one and names a template by its
 * class. Seen with 4.24.
 */
export const gtk422: Toolkit = { ...gtk4, idIn: 'property', madeUpIds: /^(___object_\d+___|(Gtk|Adw)[A-Z]\w*)$/ };
