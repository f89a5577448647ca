/** How often something is looked at before it counts as missing, however long a look takes. */
const leastLooks = 3;

/**
 * Whether a wait is over. A busy machine may need the whole time for one look, which proves nothing about the app.
 * @param end by the clock of `Date.now()`
 * @param looks so far
 */
export function isOver(end: number, looks: number): boolean {
  return looks >= leastLooks && Date.now() >= end;
}
