/** Trees of real apps are less deep; a deeper one is cyclic. */
export const maxDepth = 64;

/**
 * Longer child lists are truncated if each child needs a query: tables of LibreOffice claim 2,147,483,647 children, and GTK
 * needs quadratic time to list them (4.8: 13 s for 10,000).
 */
export const maxChildren = 1_000;

/**
 * In containers with millions of children, only the visible ones are read. If the app does not report which are visible, only
 * the first few are, so that other queries are not delayed.
 */
export const endless = { from: 10_000, read: 100 } as const;
