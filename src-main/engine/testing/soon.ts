/** How long tests wait for what happens by itself, and how often they look; milliseconds. No machine may be too slow. */
export const soon = { timeout: 30_000, interval: 20 } as const;
