/** How long an app may take to answer where nothing is known without it, in milliseconds. */
export const lookupMs = 1_200;
/** All that is asked for one event together, in milliseconds: each question may end late and still be made up for. */
export const wholeMs = 2_200;
/** How long an app may take to confirm what the warm tree says already, in milliseconds: Chromium is asked until its answer stays. */
export const confirmMs = 400;
/**
 * How long it may take altogether to know where something stands in a window that was never read, in milliseconds: LibreOffice
 * takes two seconds for its first tree, and more on a busy machine.
 */
export const unreadMs = 2_700;
