import { CannotGoOn } from '../run-script.mjs';

/**
 * The version that a release gets.
 * @param {string} current such as `0.1.0`
 * @param {string} wanted `major`, `minor` or `patch`, or a version that is not older; the current one where it was never released
 * @returns {string}
 * @throws {CannotGoOn} for anything else
 */
export function nextVersion(current, wanted) {
  const [major, minor, patch] = numbers(current) ?? [0, 0, 0];
  if (wanted === 'major') return `${major + 1}.0.0`;
  if (wanted === 'minor') return `${major}.${minor + 1}.0`;
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`;
  const asked = numbers(wanted);
  if (!asked) throw new CannotGoOn(`Say major, minor, patch or a version such as 1.2.3, not “${wanted}”.`);
  if (compare(asked, [major, minor, patch]) < 0) throw new CannotGoOn(`${wanted} is older than ${current}.`);
  return wanted;
}

/** @param {string} version @returns {[number, number, number] | null} */
function numbers(version) {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version);
  return found && [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** @param {readonly number[]} one @param {readonly number[]} other */
function compare(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
