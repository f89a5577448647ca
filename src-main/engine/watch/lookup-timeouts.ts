/** How long an app may take to answer if nothing is known without it, in milliseconds. */
export const lookupMs = 1_200;
/** Time for all queries of one event, in milliseconds: queries may end late and still be used. */
export const wholeMs = 2_200;
/**
 * How long an app may take to confirm what the live tree already has, in milliseconds: Chromium is queried until its answer is
 * stable.
 */
export const confirmMs = 400;
/**
 * Total time to locate an element in a window that was never read, in milliseconds: LibreOffice takes two seconds for its first
 * tree, and more on a busy machine.
 */
export const unreadMs = 2_700;
