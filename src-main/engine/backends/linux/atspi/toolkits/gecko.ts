import { webRoles } from './chromium.ts';
import { plain, type Toolkit } from './toolkit.ts';

/**
 * Firefox 153. Its cache may leave out pages that other processes draw: those are walked. A window that others cover
 * wholly says that nothing in it shows.
 */
export const gecko: Toolkit = {
  ...plain,
  name: 'gecko',
  reading: 'cache',
  idIn: 'attribute',
  scrollsTo: true,
  roles: webRoles,
};
