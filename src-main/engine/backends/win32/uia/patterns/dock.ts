import { dockPositions, type DockPosition } from '#contract/model/elements/dock-positions';
import { method } from '../../com/method.ts';
import { doAct } from './do-act.ts';
import { needed } from './needed.ts';
import type { Subject } from './subject.ts';

const setDockPosition = method('IUIAutomationDockPattern', 'SetDockPosition');

export function dockAt(subject: Subject, position: DockPosition): void {
  doAct(subject, setDockPosition, needed(subject, 'Dock', 'IUIAutomationDockPattern'), dockPositions.indexOf(position));
}
