/**
 * Runs jobs side by side, in each lane one at a time. A lane that has done its own goes on with those of the others.
 * @template T
 * @param {readonly (readonly (() => Promise<T>)[])[]} lanes
 * @returns {Promise<T[]>} in the order in which they ended
 */
export async function runLanes(lanes) {
  const waiting = lanes.map((jobs) => [...jobs]);
  /** @type {T[]} */
  const done = [];
  const work = async (/** @type {(() => Promise<T>)[]} */ own) => {
    const next = () => own.shift() ?? waiting.find((jobs) => jobs.length > 0)?.shift();
    for (let job = next(); job; job = next()) done.push(await job());
  };
  await Promise.all(waiting.map(work));
  return done;
}
