import { groups } from '../system-packages.mjs';

/**
 * Tests of a desktop, and their requirements beside a virtual display. Versions of Debian differ in both.
 * @typedef {object} Desktop
 * @property {readonly string[]} packages
 * @property {readonly string[]} paths parts of the names of its test files
 * @property {readonly string[]} groups of its tests in files for several desktops
 * @property {readonly string[]} versions packages whose versions are reported, the desktop's own first
 */

const wayland =
  'xwayland xauth x11-xserver-utils libglib2.0-bin python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0 python3-pyqt6 qt6-wayland mousepad galculator gtk-4-examples chromium sway bubblewrap x11-apps'.split(
    ' ',
  );

/** Files that test several desktops. */
const several = ['wayland/recording', 'wayland/forms'];
/** A desktop of Deskscope's own around the compositor. */
const own = 'desktops/wayland';

/** @type {Readonly<Record<string, Desktop>>} */
export const desktops = {
  x11: {
    // Without GStreamer's players gtk4-widget-factory of GTK 4.24 exits at its start.
    packages: [...groups.samples.packages, ...groups.tests.packages, 'gstreamer1.0-plugins-base'],
    paths: [
      'atspi/toolkits/',
      'atspi/patterns/',
      'linux/desktop.linux',
      'x11/input/text.linux',
      'x11/capture/capture.linux',
      ...several,
    ],
    groups: ['X11'],
    versions: ['libgtk-3-0t64', 'libgtk-4-1', 'libqt6core6t64', 'at-spi2-core', 'libreoffice-calc'],
  },
  gnome: {
    packages: [...wayland, 'gnome-shell'],
    paths: ['wayland/gnome.linux', own, ...several],
    groups: ['GNOME', 'GNOME through XWayland'],
    versions: ['gnome-shell', 'libgtk-4-1', 'at-spi2-core'],
  },
  kwin: {
    packages: [...wayland, 'kwin-wayland'],
    paths: ['wayland/kwin.linux', own, ...several],
    groups: ['KWin'],
    versions: ['kwin-wayland', 'libgtk-4-1', 'at-spi2-core'],
  },
  sway: {
    packages: wayland,
    paths: ['wayland/sway.linux', own, ...several],
    groups: ['sway', 'sway through XWayland'],
    versions: ['sway', 'libgtk-4-1', 'at-spi2-core'],
  },
  labwc: {
    packages: [...wayland, 'linguist-qt6', 'labwc'],
    paths: ['wayland/by-apps'],
    groups: ['a compositor that is not known: labwc'],
    versions: ['labwc', 'libgtk-4-1', 'at-spi2-core'],
  },
};
