import { expect, test } from '@playwright/test';
import { startVirtualDesktop } from '../../scripts/lib/virtual-desktop.mjs';
import { flows } from './flows/all.ts';
import { runFlow } from './run-flow.ts';

// On a desktop without other windows, every window is the app's.
for (const flow of flows.filter(({ inTests }) => inTests)) {
  test(`${flow.toolkit}, ${flow.name}`, async () => {
    test.setTimeout(180_000);
    const desktop = await startVirtualDesktop();
    const { recorded, replayed, why, steps } = await runFlow(desktop, flow, false);
    await desktop.close();
    expect({ recorded, replayed }, [why, ...steps].join('\n')).toEqual({ recorded: 'right', replayed: 'right' });
  });
}
