import { plain, type Toolkit } from './toolkit.ts';

/**
 * Swing through java-atk-wrapper 0.40. Its cache lacks elements that are drawn on demand: table cells and list items. Both are
 * labels, as are tree nodes, and a check box in a menu is a check box. After a simultaneous move and resize, Java reports the
 * window's old position (OpenJDK 17 under openbox). Values set over AT-SPI are accepted and ignored
 * (`findings/java-atk-wrapper-takes-no-values.sh`).
 */
export const java: Toolkit = {
  ...plain,
  name: 'java',
  answersAtOnce: true,
  choosesInLists: false,
  origin: 'pane',
  // java.awt.Container paints its first component last.
  firstOnTop: true,
  textsKeepPresses: true,
  movesScrollBars: false,
  activeIsCurrent: true,
  scrollsOffScreen: true,
  losesItems: true,
  removedHaveNoParent: true,
  roles: [
    { role: 'label', with: 'expandable', means: 'TreeItem' },
    // Tree leaves report this too.
    { role: 'label', with: 'collapsed', means: 'TreeItem' },
    { role: 'label', with: 'selectable', means: 'ListItem' },
    { role: 'label', with: 'transient', means: 'DataItem' },
    { role: 'check box', with: 'selectable', means: 'MenuItem' },
  ],
};
