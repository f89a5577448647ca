import { plain, type RoleRule, type Toolkit } from './toolkit.ts';

/** What browsers make of HTML: the options of a drop-down list are a menu, and a frame in a page is a window. */
export const webRoles: readonly RoleRule[] = [
  { role: 'menu item', tag: 'option', means: 'ListItem' },
  { role: 'internal frame', means: 'Pane' },
];

/** Chromium 156 and Electron 25. What changes in a page is told up to 150 ms later, and later where much is to be done. */
export const chromium: Toolkit = {
  ...plain,
  name: 'chromium',
  answersAtOnce: true,
  scaledPages: 'window',
  reading: 'cache',
  readOnlyIsEnabled: true,
  idIn: 'attribute',
  valueInAttributes: true,
  wakesByAttributes: true,
  scrollsTo: true,
  roles: webRoles,
  freesParts: true,
  tellsPresses: 'pages',
  hitsLate: true,
  tellsAfterMs: 300,
};

/**
 * Firefox 153. Its cache leaves out the pages that other processes draw. A window that others cover wholly says that
 * nothing in it shows.
 */
export const gecko: Toolkit = {
  ...plain,
  name: 'gecko',
  answersAtOnce: true,
  idIn: 'attribute',
  scrollsTo: true,
  roles: webRoles,
  freesParts: true,
  tellsPresses: 'pages',
  missesBesideBody: true,
  textIsInHolders: true,
  choiceIsInMenu: true,
  choosesInLists: false,
  setsUnheard: true,
};
