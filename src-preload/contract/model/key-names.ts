/**
 * Every key that has a name rather than a character: the named values of `KeyboardEvent.key`
 * (https://www.w3.org/TR/uievents-key/), and the keypad's keys as `KeyboardEvent.code` calls them
 * (https://www.w3.org/TR/uievents-code/), since only those tell them from the main keys. `Space` is the blank.
 */
export const keyNames = [
  ...['Enter', 'Tab', 'Space', 'Escape', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'CapsLock', 'NumLock', 'ScrollLock', 'PrintScreen', 'Pause'],
  ...['ContextMenu', 'Help', 'Clear', 'Undo', 'Redo', 'Copy', 'Cut', 'Paste', 'Find', 'Open'],
  ...['AudioVolumeMute', 'AudioVolumeDown', 'AudioVolumeUp', 'MediaPlayPause', 'MediaStop', 'MediaTrackNext'],
  ...['MediaTrackPrevious', 'BrowserBack', 'BrowserForward', 'BrowserRefresh', 'BrowserStop', 'BrowserSearch'],
  ...['BrowserFavorites', 'BrowserHome', 'LaunchMail', 'LaunchCalculator', 'BrightnessUp', 'BrightnessDown'],
  ...['NumpadEnter', 'NumpadAdd', 'NumpadSubtract', 'NumpadMultiply', 'NumpadDivide', 'NumpadDecimal', 'NumpadEqual'],
  ...Array.from({ length: 10 }, (_, digit) => `Numpad${digit}`),
  ...Array.from({ length: 24 }, (_, i) => `F${i + 1}`),
] as const satisfies readonly string[];
