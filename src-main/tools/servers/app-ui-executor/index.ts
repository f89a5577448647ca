import { clickInput, clickOnCoordinates, dragOnCoordinates, wheelMouseInput } from './mouse.ts';
import { keyboardInput, setEditText } from './keyboard.ts';
import { summary, texts, wait } from './looking.ts';

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
