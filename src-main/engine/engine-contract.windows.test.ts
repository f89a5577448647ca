import { describeEngine } from './testing/engine-contract.ts';
import { windowsDesk } from './testing/windows-desk.ts';

describeEngine('the engine on Windows', windowsDesk);
