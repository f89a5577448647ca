import { afterEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../testing/soon.ts';
import { keysymsOfText } from '../x11/input/text.ts';
import { answerDialog } from '../testing/portal-person.ts';
import { hasGnome, startGnome } from '../testing/gnome-session.ts';
import { buttonCodes, modifierCodes } from './evdev.ts';
import type { Portals } from './portals/portals.ts';
import { PortalDesk } from './testing/portal-desk.ts';

let desk: PortalDesk;
afterEach(() => (desk as PortalDesk | undefined)?.close());

const [tick, field] = [
  { x: 300, y: 400 },
  { x: 900, y: 400 },
];

async function click({ pointer }: Portals, at: { readonly x: number; readonly y: number }): Promise<void> {
  await pointer!.move(at);
  for (const down of [true, false]) await pointer!.button(buttonCodes.left, down);
}

async function type({ keys }: Portals, text: string): Promise<void> {
  const places = await keys!.find(keysymsOfText(text));
  for (const keysym of keysymsOfText(text)) {
    const { code, shift } = places.get(keysym) ?? expect.fail(`No key types ${String(keysym)}.`);
    if (shift) await keys!.key(modifierCodes.shift, true);
    for (const down of [true, false]) await keys!.key(code, down);
    if (shift) await keys!.key(modifierCodes.shift, false);
  }
}

const gnome = { app: 'xdg-desktop-portal-gnome' };
const share = { ...gnome, screens: 'Meta', toggle: 'Allow', press: 'Share' };

if (!hasGnome) it.skip('GNOME is left out: gnome-shell is not installed');

describe.runIf(hasGnome)('the portals of GNOME', () => {
  it('click and type, once a person has said yes', async () => {
    desk = await PortalDesk.open(await startGnome({ extension: false, portals: true, unsafe: true }));
    await desk.startApp();
    const portals = await desk.portals();
    const refused = expect(portals.pointer!.move(tick)).rejects.toMatchObject({
      code: 'busy',
      delivery: 'not_delivered',
    });
    await refused;
    expect(portals.isAsking()).toBe(true);
    await answerDialog(desk.session.env, share);
    await click(portals, tick);
    expect(portals.isAsking()).toBe(false);
    await vi.waitFor(async () => expect((await desk.find('Tick')).states).toContain('checked'), soon);
    await click(portals, field);
    await type(portals, 'Hello 5%');
    await vi.waitFor(async () => expect((await desk.find('field')).text).toBe('Hello 5%'), soon);
  });
});
