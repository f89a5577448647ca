import { plain, type Toolkit } from './toolkit.ts';

/**
 * LibreOffice 7.4 with its GTK 3 interface. Dialogs, sidebar and menus are GTK widgets; app-drawn content is relative to a root
 * that reports a position too high by the height of the menu bar. It has aborted while answering for its cache (in
 * atk_object_get_index_in_parent), so it is walked.
 */
export const libreOffice: Toolkit = {
  ...plain,
  name: 'libreoffice',
  origin: 'mixed',
  scalesBy: 'bounds',
  namesParagraphs: true,
  roles: [{ role: 'paragraph', with: 'focusable', means: 'Edit' }],
};
