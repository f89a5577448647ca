import { plain, type Toolkit } from './toolkit.ts';

/** Qt 5.15 and 6.4. Their cache is always empty. Docks, and frames drawn around other widgets, are frames in a frame. */
export const qt: Toolkit = {
  ...plain,
  name: 'qt',
  choosesInLists: false,
  scalesBy: 'contentBounds',
  sizelessIsUnseen: true,
  hitsLowest: true,
  choiceAsName: 'always',
  roles: [{ role: 'frame', means: 'Pane' }],
};
