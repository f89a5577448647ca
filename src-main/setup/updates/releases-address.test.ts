import { expect, test } from 'vitest';
import { addressOfReleases } from './releases-address.ts';

const nowhere = { given: undefined, kept: '', repository: undefined };
const github = 'https://api.github.com/repos/some-one/desk.scope/releases/latest';

test.each([
  'some-one/desk.scope',
  'github:some-one/desk.scope',
  'https://github.com/some-one/desk.scope',
  'git+https://github.com/some-one/desk.scope.git',
  'git@github.com:some-one/desk.scope.git',
  { type: 'git', url: 'git+ssh://git@github.com/some-one/desk.scope.git' },
])('the package of %j reports where its releases are', (repository) => {
  expect(addressOfReleases({ ...nowhere, repository })).toBe(github);
});

test('what is named for once holds before the setting, and that before the package', () => {
  const all = { given: 'https://one.example/', kept: 'https://two.example/', repository: 'some-one/desk.scope' };
  expect(addressOfReleases(all)).toBe('https://one.example/');
  expect(addressOfReleases({ ...all, given: undefined })).toBe('https://two.example/');
});

test.each([undefined, '', 17, {}, 'https://git.example/some-one/deskscope', 'https://github.com.example/a/b'])(
  'where the package says no more than %j, no address is made up',
  (repository) => {
    expect(() => addressOfReleases({ ...nowhere, repository })).toThrow(expect.objectContaining({ code: 'not_found' }));
  },
);

test.each(['http://far.example/', 'file:///tmp/a', 'ftp://a/', 'releases'])('%s is not asked', (given) => {
  expect(() => addressOfReleases({ ...nowhere, given })).toThrow(
    expect.objectContaining({ code: 'invalid_parameter' }),
  );
});
