/** Trees of real apps are less deep; a cycle is deeper. */
export const maxDepth = 64;
