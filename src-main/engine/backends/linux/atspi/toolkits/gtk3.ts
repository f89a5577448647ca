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
  hitsLowest: true,
  choiceAsName: 'unnamed',
};
