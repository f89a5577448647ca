import { webRoles } from './chromium.ts';
import { plain, type Toolkit } from './toolkit.ts';

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
};
