import { describeEngine } from './testing/engine-contract.ts';
import { swayDesk } from './testing/linux-desk.ts';

/** All but what is read in pictures, which is the same everywhere once there are pictures. */
const parts = ['windows', 'elements', 'following', 'acting', 'patterns', 'picture', 'failures'] as const;

describeEngine('the engine on sway and AT-SPI', swayDesk, parts);
