import type { Engine } from '../engine/engine.ts';
import { createServices, type Services } from '../services/headless.ts';
import { bySettings, type OpenOptions } from './open-calls.ts';

/** The services over the engine, by the user's settings. Closing them closes the engine and stops reading the settings. */
export async function openServices(engine: Engine, options: OpenOptions): Promise<Services> {
  const { kept, ...serviceOptions } = await bySettings(options);
  const services = createServices(engine, serviceOptions);
  return {
    ...services,
    async close() {
      await services.close();
      await kept.close();
    },
  };
}
