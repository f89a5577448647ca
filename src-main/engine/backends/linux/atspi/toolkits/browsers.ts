import { plain, type RoleRule, type Toolkit } from './toolkit.ts';

/** Browsers' mapping of HTML: the options of a drop-down list are a menu, and a frame in a page is a window. */
export const webRoles: readonly RoleRule[] = [
  { role: 'menu item', tag: 'option', means: 'ListItem' },
  { role: 'internal frame', means: 'Pane' },
];

/** Chromium 156 and Electron 25. Changes in a page are reported up to 150 ms late, and later under load. */
export const chromium: Toolkit = {
  ...plain,
  name: 'chromium',
  answersAtOnce: true,
  scalesBy: 'contentBounds',
  shadow: 4,
  scaledPages: 'window',
  reading: 'cache',
  readOnlyIsEnabled: true,
  idIn: 'attribute',
  valueInAttributes: true,
  wakesByAttributes: true,
  holdsChanges: true,
  scrollsTo: true,
  roles: webRoles,
  freesParts: true,
  pressesReportedBy: 'pages',
  hitsLate: true,
  reportDelayMs: 300,
  keepsLabelNames: true,
  saysExpandable: true,
};

/** Elements of a page with text of their own. Headings, cells, links and buttons are named by theirs. */
export const pageTexts: ReadonlySet<string> = new Set([
  ...(['paragraph', 'section', 'list item', 'block quote', 'caption', 'static', 'comment', 'footnote'] as const),
  ...(['definition', 'description term', 'description value', 'subscript', 'superscript', 'mark'] as const),
  ...(['content deletion', 'content insertion', 'suggestion', 'article', 'landmark', 'form', 'grouping'] as const),
  ...(['panel', 'status bar', 'alert', 'notification', 'log', 'marquee', 'timer', 'document web'] as const),
]);

/**
 * Firefox 153. Its cache omits pages rendered by other processes. A fully covered window reports that nothing in it is showing.
 */
export const gecko: Toolkit = {
  ...plain,
  name: 'gecko',
  answersAtOnce: true,
  idIn: 'attribute',
  scrollsTo: true,
  roles: webRoles,
  freesParts: true,
  pressesReportedBy: 'pages',
  missesBesideBody: true,
  textHolders: pageTexts,
  choiceIsInMenu: true,
  choosesInLists: false,
  setsUnreported: true,
};
