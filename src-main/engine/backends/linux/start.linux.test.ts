import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../base/log.ts';
import { createLinuxBackend } from './index.ts';
import { readTree, startSilentTarget } from './testing/apps/target-app.ts';

const options = { ownProcessIds: () => new Set<number>(), log: createLog('test') };

afterEach(() => vi.unstubAllEnvs());

describe('starting', () => {
  it.each(['', ':987'])('fails fast for DISPLAY “%s”', async (display) => {
    vi.stubEnv('DISPLAY', display);
    await expect(createLinuxBackend(options)).rejects.toMatchObject({ code: 'display_unavailable' });
  });

  it('works without an accessibility bus except for elements, and finds the bus once it starts', async () => {
    vi.stubEnv('AT_SPI_BUS_ADDRESS', 'unix:path=/nowhere/bus');
    const backend = await createLinuxBackend(options);
    const app = await startSilentTarget(backend);
    try {
      const window = await app.window();
      expect((await backend.capture.window(window)).bounds).toEqual(window.bounds);
      const reading = readTree(backend, window);
      await expect(reading).rejects.toMatchObject({ code: 'accessibility_unavailable' });
      await expect(reading).rejects.toHaveProperty('hint', expect.stringContaining('at-spi2-core'));
      const checks = await backend.diagnose();
      expect(checks.find((check) => check.name === 'Accessibility bus')?.status).toBe('failed');
      vi.unstubAllEnvs();
      expect((await readTree(backend, window)).root.controlType).toBe('Window');
    } finally {
      await app.end();
      await backend.close();
    }
  });
});
