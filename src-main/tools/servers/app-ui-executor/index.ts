import { clickInput } from './click-input.ts';
import { clickOnCoordinates, dragOnCoordinates } from './coordinates.ts';
import { keyboardInput } from './keyboard-input.ts';
import { setEditText } from './set-edit-text.ts';
import { summary } from './summary.ts';
import { texts } from './texts.ts';
import { wait } from './wait.ts';
import { wheelMouseInput } from './wheel-mouse-input.ts';

export const appUiExecutor = [
  clickInput,
  clickOnCoordinates,
  dragOnCoordinates,
  setEditText,
  keyboardInput,
  wheelMouseInput,
  texts,
  wait,
  summary,
];
