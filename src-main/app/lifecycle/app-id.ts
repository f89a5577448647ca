/** By which Windows groups our windows in the taskbar; the installer gives it to the shortcuts (electron-builder.yml). */
export const appId = 'app.deskscope';
