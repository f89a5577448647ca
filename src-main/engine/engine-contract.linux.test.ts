import { describeEngine } from './testing/engine-contract.ts';
import { linuxDesk } from './testing/linux-desk.ts';

describeEngine('the engine on X11 and AT-SPI', linuxDesk);
