/** Ids of ACT rules, and ours that state the same. */
export const ours: Readonly<Record<string, readonly string[]>> = {
  // Button, link, menu item, summary and image button have a name.
  '97a4e1': ['name-missing'],
  c487ae: ['name-missing'],
  m6b1q3: ['name-missing'],
  '2t702h': ['name-missing'],
  '59796f': ['name-missing', 'name-generic'],
  // Form field has a name.
  e086e5: ['field-unlabelled', 'name-missing'],
  // Image, SVG image and object have a name.
  '23a2a8': ['image-unnamed'],
  '7d6734': ['image-unnamed'],
  '8fc3b6': ['image-unnamed'],
  // An image is not called as its file.
  '9eb3f6': ['name-file'],
  // Heading has a name.
  ffd0e9: ['heading-empty'],
  // The visible label is in the name.
  '2ee8b8': ['label-not-in-name'],
  // Text has contrast.
  afw4f7: ['contrast-text'],
  // Nothing in a button takes the focus.
  '307n5z': ['usable-nested'],
  // What scrolls is reached by the keyboard.
  '0ssw9k': ['scroller-unreachable'],
};

/** Examples that HTML alone decides, by name. */
export const hasNoSource: ReadonlySet<string> = new Set([]);
