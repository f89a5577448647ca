import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';
import Shell from 'gi://Shell';
import St from 'gi://St';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import { getKeyboardManager } from 'resource:///org/gnome/shell/misc/keyboardManager.js';
import { PACKAGE_VERSION } from 'resource:///org/gnome/shell/misc/config.js';
import { Extension } from 'resource:///org/gnome/shell/extensions/extension.js';
// As GNOME's own InjectionManager does, which has no module for it.
const { _gi: Gi } = imports;
