import { groups } from '../system-packages.mjs';

/**
 * Tests of a desktop, and what they need beside a virtual display. Versions of Debian differ in both.
 * @typedef {object} Desktop
 * @property {readonly string[]} packages
 * @property {readonly string[]} paths parts of the names of its files of tests
 * @property {string} [group] of the tests in files that try several desktops
 * @property {readonly string[]} versions packages that are told with their versions, the desktop's own first
 */

const wayland =
  'xwayland xauth libglib2.0-bin python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0 mousepad galculator gtk-4-examples chromium sway'.split(
    ' ',
  );

/** @type {Readonly<Record<string, Desktop>>} */
export const desktops = {
  x11: {
    // Without GStreamer's players gtk4-widget-factory of GTK 4.24 ends at its start.
    packages: [...groups.samples.packages, ...groups.tests.packages, 'gstreamer1.0-plugins-base'],
    paths: ['atspi/toolkits/', 'atspi/patterns/'],
    versions: ['libgtk-3-0t64', 'libgtk-4-1', 'libqt6core6t64', 'at-spi2-core', 'libreoffice-calc'],
  },
  gnome: {
    packages: [...wayland, 'gnome-shell'],
    paths: ['wayland/gnome.linux', 'wayland/recording.linux'],
    group: 'GNOME',
    versions: ['gnome-shell', 'libgtk-4-1', 'at-spi2-core'],
  },
  kwin: {
    packages: [...wayland, 'kwin-wayland'],
    paths: ['wayland/kwin.linux', 'wayland/recording.linux'],
    group: 'KWin',
    versions: ['kwin-wayland', 'libgtk-4-1', 'at-spi2-core'],
  },
  sway: {
    packages: wayland,
    paths: ['wayland/sway.linux', 'wayland/recording.linux'],
    group: 'sway through XWayland',
    versions: ['sway', 'libgtk-4-1', 'at-spi2-core'],
  },
};
