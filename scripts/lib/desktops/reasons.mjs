const notPlaced = 'labwc reports states of windows, and no positions.';

const unreported = 'labwc does not report a person’s input.';

/** The product's reasons for missing abilities: for desktops with this prefix, from a version on. */
const reasons = [
  {
    desktop: 'x11',
    versions: /^libgtk-4-1 4\.18\./,
    ability: 'Act',
    why: 'GTK 4.18 lets no other program select text in it.',
  },
  {
    desktop: 'kwin',
    versions: /^kwin-wayland 4:6\./,
    ability: 'Picture of a covered window',
    why: 'KWin 6 takes no pictures where it draws without a GPU, as here.',
  },
  ...['Record', 'Replay'].map((ability) => ({
    desktop: 'kwin',
    versions: /^kwin-wayland /,
    ability,
    why: 'KWin reports no keys; apps of GTK 3 report theirs, and other text is read from the clicked field.',
  })),
  ...['Record', 'Replay'].map((ability) => ({
    desktop: 'gnome',
    versions: /^gnome-shell /,
    ability,
    why: 'While its shell is busy, GNOME may miss presses: recordings report that at their steps, and replays stop there.',
  })),
  {
    desktop: 'sway',
    versions: /^sway /,
    ability: 'Record',
    why: 'sway does not report a person’s input: apps that come through XWayland are recorded.',
  },
  {
    desktop: 'sway',
    versions: /^sway 1\.(\d|10|11)\D/,
    ability: 'Picture of a covered window',
    why: 'This sway shows outputs alone, so what lies over a window is in its picture.',
  },
  ...['Hit', 'Menus, lists, dialogs', 'Picture of a covered window', 'Outline', 'Pick'].map((ability) => {
    return { desktop: 'labwc', versions: /^labwc /, ability, why: notPlaced };
  }),
  ...['Record', 'Replay'].map((ability) => ({ desktop: 'labwc', versions: /^labwc /, ability, why: unreported })),
];

/**
 * @param {string} desktop
 * @param {readonly string[]} versions
 * @returns {Record<string, string>} by ability
 */
export function reasonsFor(desktop, versions) {
  const known = reasons.filter((each) => each.desktop === desktop && versions.some((one) => each.versions.test(one)));
  return Object.fromEntries(known.map(({ ability, why }) => [ability, why]));
}
