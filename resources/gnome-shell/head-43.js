const { Clutter, Gio, GLib, Meta, Shell, St } = imports.gi;
const { _gi: Gi } = imports;
const Main = imports.ui.main;
const { getKeyboardManager } = imports.misc.keyboardManager;
const { PACKAGE_VERSION } = imports.misc.config;
