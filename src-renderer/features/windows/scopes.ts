/** Where the keys of the window list work. */
export const windowsScope = 'windows';
