/** Trees of real apps are less deep; a cycle is deeper. */
export const maxDepth = 64;

/**
 * More children than this are cut where each has to be asked for: tables of LibreOffice claim 2,147,483,647, and GTK
 * needs a time that grows with their square to list all of them (4.8: 13 s for 10,000).
 */
export const maxChildren = 1_000;

/**
 * For containers with millions of children, only the visible ones are read. If the app does not report which are visible, only
 * the first few are, so that other queries do not wait.
 */
export const endless = { from: 10_000, read: 100 } as const;
