import { expect, it } from 'vitest';
import { translatedProvider } from './errors.ts';
import { CompositorLost } from './wayland/wire/failure.ts';

it('converts the errors of a provider’s methods, and keeps its facts', async () => {
  const provider = translatedProvider({
    missesKeys: true,
    missing: null,
    listen: (): Promise<void> => Promise.reject(new CompositorLost('it closed')),
  });
  expect(provider).toMatchObject({ missesKeys: true, missing: null });
  await expect(provider.listen()).rejects.toMatchObject({ code: 'display_unavailable' });
});
