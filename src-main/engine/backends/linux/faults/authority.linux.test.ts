import { statSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../../../../scripts/lib/run.mjs';
import { startVirtualDesktop, type VirtualDesktop } from '../../../../../scripts/lib/virtual-desktop.mjs';
import { openXDisplay, type XDisplay } from '../testing/x-display.ts';

let desktop: VirtualDesktop;
let display: XDisplay;
beforeAll(async () => {
  [desktop, display] = await Promise.all([startVirtualDesktop(), openXDisplay(null)]);
});
afterAll(() => Promise.all([desktop.close(), display.close()]));

/** The authority file of these tests, and the displays opened by tests and scripts. */
const environments = () => [process.env, desktop.env, display.env];

it('a client with the authority can connect to a virtual display', async () => {
  for (const env of environments()) expect(await run('xprop', ['-root'], { env })).toMatchObject({ code: 0 });
});

it('other clients cannot, through the file system or the abstract namespace', async () => {
  for (const env of environments()) {
    const path = `/tmp/.X11-unix/X${env['DISPLAY']!.slice(1)}`;
    expect([await greet(path), await greet(`\\0${path}`)]).toEqual(['refused', 'refused']);
    expect(statSync(env['XAUTHORITY']!).mode & 0o077).toBe(0);
  }
});

/**
 * Connects without an authority; in Python, since Node 20 does not support abstract sockets. The answer begins with 0 if
 * refused. https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Encoding::Connection_Setup
 */
async function greet(path: string): Promise<string> {
  const script = `
import socket
peer = socket.socket(socket.AF_UNIX)
peer.settimeout(10)
peer.connect("${path}")
peer.sendall(b"l\\0\\x0b" + bytes(9))
print("accepted" if peer.recv(1)[0] else "refused")
`;
  return (await run('python3', ['-c', script])).output.trim();
}
