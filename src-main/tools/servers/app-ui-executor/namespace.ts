/** UFO's app server: acts in the selected window. Names, parameters and texts are UFO's; selectors are added. */
export const namespace = 'AppUIExecutor';
