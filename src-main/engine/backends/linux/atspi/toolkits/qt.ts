import { plain, type Toolkit } from './toolkit.ts';

/** Roles whose children are always clipped in Qt widgets, and in scrolling containers of Qt Quick (`clip`). */
const containers =
  'filler,frame,grouping,layered pane,list,list box,page tab list,panel,scroll pane,table,tree,tree table,unknown,viewport'.split(
    ',',
  );

/** Qt 5.15 and 6.4. The cache is always empty. Docks, and frames drawn around other widgets, are frames inside a frame. */
export const qt: Toolkit = {
  ...plain,
  name: 'qt',
  looseMenus: 'unlisted',
  menusAsWanted: true,
  scaledPages: 'corner',
  cutters: new Set(containers),
  uncut: new Set('alert,combo box,dialog,menu,menu bar,menu item,popup menu,tool tip,window'.split(',')),
  hidesOutside: true,
  hitsCutOff: true,
  // QAccessibleTable counts its cells only: the viewport, which holds the editor, is no child of it.
  unlistsEditors: true,
  scrollsInPanes: false,
  choosesInLists: false,
  scalesBy: 'contentBounds',
  sizelessIsUnseen: true,
  hitsLowest: true,
  // QAccessibleButton::rect: the indicator and the label, regardless of the widget's size.
  boxesReportLess: true,
  textsKeepPresses: true,
  choiceAsName: 'always',
  togglesUnreported: true,
  clicksLater: true,
  roles: [{ role: 'frame', means: 'Pane' }],
};

/**
 * From 6.8 on, elements report the path of their object names, such as `QApplication.form.pressButton`, with the class of each
 * object without a name. A path that ends in a Qt class or a numbered QML class identifies no element. Seen with 6.8 and 6.11.
 */
export const qt68: Toolkit = {
  ...qt,
  idIn: 'property',
  madeUpIds: /(^|\.)(Q[A-Z]\w*|\w+_QML(TYPE)?_\d+|\w+::[\w:]*)$/,
};
