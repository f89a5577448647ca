/** Interfaces of the accessibility bus: https://gnome.pages.gitlab.gnome.org/at-spi2-core/devel-docs/ */
export const accessible = 'org.a11y.atspi.Accessible';
export const application = 'org.a11y.atspi.Application';
export const component = 'org.a11y.atspi.Component';
export const action = 'org.a11y.atspi.Action';
export const text = 'org.a11y.atspi.Text';
export const editableText = 'org.a11y.atspi.EditableText';
export const hyperlink = 'org.a11y.atspi.Hyperlink';
export const value = 'org.a11y.atspi.Value';
export const selection = 'org.a11y.atspi.Selection';
export const table = 'org.a11y.atspi.Table';
export const tableCell = 'org.a11y.atspi.TableCell';
export const cache = 'org.a11y.atspi.Cache';
export const registry = 'org.a11y.atspi.Registry';
export const deviceEventController = 'org.a11y.atspi.DeviceEventController';
export const objectEvents = 'org.a11y.atspi.Event.Object';
export const windowEvents = 'org.a11y.atspi.Event.Window';
export const bus = 'org.freedesktop.DBus';
export const properties = 'org.freedesktop.DBus.Properties';

export const registryPath = '/org/a11y/atspi/registry';
export const deviceEventControllerPath = '/org/a11y/atspi/registry/deviceeventcontroller';
export const rootPath = '/org/a11y/atspi/accessible/root';
export const cachePath = '/org/a11y/atspi/cache';
/** The null object. */
export const nullPath = '/org/a11y/atspi/null';
