import { describe, expect, it } from 'vitest';
import { CannotGoOn } from '../run-script.mjs';
import { notesOf, released } from './changelog.mjs';
import { nextVersion } from './version.mjs';

const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A door.\n\n## [0.1.0] - 2026-01-02\n\n- A house.\n';

describe('the changelog', () => {
  it('has the unreleased entries as a version, and an empty section above', () => {
    const after = released(changelog, '0.2.0', '2026-11-25');
    expect(notesOf(after, '0.2.0')).toBe('### Added\n\n- A door.');
    expect(notesOf(after, 'Unreleased')).toBe('');
    expect(notesOf(after, '0.1.0')).toBe('- A house.');
    expect(after).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-11-25\n\n### Added');
  });

  it('is not released twice, nor empty', () => {
    expect(() => released(changelog, '0.1.0', '2026-11-25')).toThrow(CannotGoOn);
    const after = released(changelog, '0.2.0', '2026-11-25');
    expect(() => released(after, '0.3.0', '2026-11-26')).toThrow('nothing below “Unreleased”');
  });
});

describe('the version', () => {
  it.each([
    ['0.1.9', 'patch', '0.1.10'],
    ['0.1.9', 'minor', '0.2.0'],
    ['0.1.9', 'major', '1.0.0'],
    ['0.1.0', '0.1.0', '0.1.0'],
    ['0.9.0', '0.10.0', '0.10.0'],
  ])('after %s, %s is %s', (current, wanted, next) => expect(nextVersion(current, wanted)).toBe(next));

  it.each([
    ['0.10.0', '0.9.9'],
    ['0.1.0', ''],
    ['0.1.0', '1.0'],
    ['0.1.0', '1.0.0; rm'],
  ])('after %s, “%s” is rejected', (current, wanted) => expect(() => nextVersion(current, wanted)).toThrow(CannotGoOn));
});
