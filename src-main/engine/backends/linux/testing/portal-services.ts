/** What carries pictures from a compositor to the portals; one of each per session. */
export const pipeWire = ['pipewire', 'wireplumber'] as const;
