/** ACT rule ids, and our equivalent rules. */
export const ours: Readonly<Record<string, readonly string[]>> = {
  // Button, link, menu item, summary and image button have a name.
  '97a4e1': ['name-missing'],
  c487ae: ['name-missing'],
  m6b1q3: ['name-missing'],
  '2t702h': ['name-missing'],
  '59796f': ['name-missing'],
  // Form field has a name.
  e086e5: ['field-unlabelled', 'name-missing'],
  // Image and SVG image have a name.
  '23a2a8': ['image-unnamed'],
  '7d6734': ['image-unnamed'],
  // An image's name is not its file name.
  '9eb3f6': ['name-file'],
  // Heading has a name.
  ffd0e9: ['heading-empty'],
  // The accessible name contains the visible label.
  '2ee8b8': ['label-not-in-name'],
  // Text has sufficient contrast.
  afw4f7: ['contrast-text'],
  // No descendant of a button is focusable.
  '307n5z': ['usable-nested'],
};

const notInTree: Readonly<Record<string, readonly string[]>> = {
  'a default name that other buttons have too': ['59796f failed 1', '59796f failed 2', '59796f failed 3'],
  'the file of an image': ['9eb3f6 failed 1', '9eb3f6 failed 5'],
  'the text in a button with another name': ['2ee8b8 failed 2'],
  'a picture, gradient or shadow behind the text': [
    'afw4f7 failed 2',
    'afw4f7 failed 3',
    'afw4f7 failed 7',
    'afw4f7 failed 11',
  ],
};

/** Examples that depend on facts Chromium does not report, by name. */
export const notReported: ReadonlySet<string> = new Set(Object.values(notInTree).flat());
