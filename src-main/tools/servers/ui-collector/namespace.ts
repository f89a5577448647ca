/** UFO's data collection server: reads windows and controls, changes nothing. */
export const namespace = 'UICollector';

/** UFO's sentence, with its full-width comma: clients match on it. */
export const nothingSelected = 'No window is selected， please select a window first.';
