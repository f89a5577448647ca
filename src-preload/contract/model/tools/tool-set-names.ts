/** What an agent can be shown. On its own, since who only names them needs no schema. */
export const toolSetNames = [
  'core',
  'ufo',
  'windows',
  'elements',
  'ui_automation',
  'skills',
  'checks',
  'desktops',
] as const;
