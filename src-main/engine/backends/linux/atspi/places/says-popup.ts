import { number, type Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';

/** ATSPI_LAYER_POPUP (atspi-constants.h): what GTK 4.18 says of its popovers. */
const popupLayer = 5;

/** Whether an element says that it is drawn over others, in a window of its own; false where it does not answer. */
export async function saysPopup(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<boolean> {
  return number(await orElse(accessibles.call(ref, names.component, 'GetLayer', signal), null)) === popupLayer;
}
