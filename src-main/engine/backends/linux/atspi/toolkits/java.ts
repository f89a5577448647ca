import { plain, type Toolkit } from './toolkit.ts';

/**
 * Swing through java-atk-wrapper 0.40. Its cache lacks what is drawn on demand: the cells of tables, the items of lists.
 * Both are labels, and a check box in a menu is a check box.
 */
export const java: Toolkit = {
  ...plain,
  name: 'java',
  origin: 'menus',
  roles: [
    { role: 'label', with: 'selectable', means: 'ListItem' },
    { role: 'label', with: 'transient', means: 'DataItem' },
    { role: 'check box', with: 'selectable', means: 'MenuItem' },
  ],
};
