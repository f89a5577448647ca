import { test } from 'vitest';
import { hasGnome } from './backends/linux/testing/compositors/gnome-session.ts';
import { hasKWin } from './backends/linux/testing/compositors/kwin-session.ts';
import { describeEngine } from './testing/engine-contract.ts';
import { gnomeDesk, kwinDesk, swayDesk } from './testing/linux-desk.ts';

/** All parts but text recognition, which works the same wherever there are pictures. */
const parts = ['windows', 'elements', 'following', 'acting', 'patterns', 'picture', 'failures'] as const;

describeEngine('the engine on sway and AT-SPI', swayDesk, parts);

if (hasKWin) describeEngine('the engine on KWin and AT-SPI', kwinDesk, parts);
else test.skip('the engine on KWin is left out: kwin_wayland is not installed');

if (hasGnome) describeEngine('the engine on GNOME and AT-SPI', gnomeDesk, parts);
else test.skip('the engine on GNOME is left out: gnome-shell is not installed');
