import { CannotGoOn } from '../run-script.mjs';

const unreleased = '## [Unreleased]';

/**
 * Moves the unreleased entries to a version of their own, below an empty “Unreleased”.
 * @param {string} changelog in the form of https://keepachangelog.com/en/1.1.0/
 * @param {string} version such as `0.2.0`
 * @param {string} day such as `2026-11-25`
 * @throws {CannotGoOn} if there is nothing to release, or the version has a section already
 */
export function released(changelog, version, day) {
  if (changelog.includes(`\n## [${version}]`)) throw new CannotGoOn(`CHANGELOG.md has a section ${version} already.`);
  if (notesOf(changelog, 'Unreleased') === '')
    throw new CannotGoOn('CHANGELOG.md says nothing below “Unreleased”: write down what has changed first.');
  return changelog.replace(unreleased, `${unreleased}\n\n## [${version}] - ${day}`);
}

/**
 * A version's changelog entries, without the heading; empty if none.
 * @param {string} changelog
 * @param {string} version or `Unreleased`
 */
export function notesOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`)) ?? '';
  return section.slice(section.indexOf('\n') + 1).trim();
}
