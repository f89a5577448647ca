/** Common properties of this server's tools: those that read, and those that act without losing anything. */
const namespace = 'WindowManagement';
export const looking = { namespace, type: 'data_collection', effect: 'observe', shows: 'names' } as const;
export const acting = { namespace, type: 'action', effect: 'act', destructive: false, handlesFrames: true } as const;
