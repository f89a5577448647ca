/** Trees of real apps are less deep; a cycle is deeper. */
export const maxDepth = 64;

/**
 * More children than this are cut where each has to be asked for: tables of LibreOffice claim 2,147,483,647, and GTK
 * needs a time that grows with their square to list all of them (4.8: 13 s for 10,000).
 */
export const maxChildren = 1_000;

/**
 * Of containers with millions of children those that show are read; where the app does not tell which do, a few of the
 * first, so that what is asked meanwhile does not wait.
 */
export const endless = { from: 10_000, read: 100 } as const;
