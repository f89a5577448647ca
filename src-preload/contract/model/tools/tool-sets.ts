/** Kinds of tools for agents. In its own module, since naming them needs no schema. */
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
