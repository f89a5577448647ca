import { plain, type Toolkit } from './toolkit.ts';

/**
 * LibreOffice 7.4 with its GTK 3 interface. Dialogs, sidebar and menus are GTK's widgets; what it draws itself counts from a root
 * that claims that it is higher up than it is, by the height of the menu bar. It has aborted while it answered for its cache (in
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
