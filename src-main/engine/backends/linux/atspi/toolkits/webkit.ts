import { pageTexts, webRoles } from './browsers.ts';
import { plain, type Toolkit } from './toolkit.ts';

/**
 * Pages of WebKitGTK 2.50, from a process of their own. `GetActions` is never answered. SHOWING is true of what is on the screen,
 * and false of what is scrolled away.
 */
export const webKit: Toolkit = {
  ...plain,
  name: 'webkit',
  idIn: 'attribute',
  scrollsTo: true,
  roles: [...webRoles, { role: 'text', means: 'Text' }],
  freesParts: true,
  freesDocuments: true,
  pressesReportedBy: 'pages',
  choosesInLists: false,
  answersAtOnce: true,
  choiceIsInMenu: true,
  // `findings/webkitgtk-names-fields-by-what-is-in-them.sh`
  namesHoldValues: true,
  textHolders: new Set([...pageTexts, 'table cell', 'column header', 'row header', 'label']),
  textsHoldAll: true,
};
