/**
 * Runs jobs concurrently, one at a time per lane. A lane that finishes its own takes jobs of the others.
 * @template T
 * @param {readonly (readonly (() => Promise<T>)[])[]} lanes
 * @returns {Promise<T[]>} in order of completion
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
