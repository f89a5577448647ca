import { pageTexts, webRoles } from './browsers.ts';
import { plain, type Toolkit } from './toolkit.ts';

/**
 * Pages of WebKitGTK 2.50 and 2.52, which a process of their own reports. It never answers `GetActions`. Elements that are scrolled
 * away lack SHOWING, and so does the document once it is scrolled, though parts of it are on the screen.
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
