import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { releasesAddress } from '#contract/model/settings';

/** The sources of releases, in order of precedence. */
export interface Sources {
  /** For this once. */
  readonly given: string | undefined;
  readonly kept: string;
  /** `repository` of the package, as it was built: https://docs.npmjs.com/cli/configuring-npm/package-json#repository */
  readonly repository: unknown;
}

const onGithub =
  /^(?:github:|(?:git\+)?(?:https?|ssh|git):\/\/(?:[^/@]+@)?github\.com\/|git@github\.com:)?([\w-]+\/[\w.-]+?)(?:\.git)?\/?$/;

/**
 * Where the newest release is reported, as https://docs.github.com/rest/releases/releases#get-the-latest-release has it.
 * @throws AppError `invalid_parameter`, `not_found` if unknown it
 */
export function addressOfReleases({ given, kept, repository }: Sources): string {
  const wanted = given ?? kept;
  if (wanted !== '') {
    const address = releasesAddress.safeParse(wanted);
    if (address.success) return address.data;
    throw new AppError('invalid_parameter', `${quoted(wanted)} is not a valid address for releases.`, {
      hint: 'Give one that begins with https://, or with http:// on this machine.',
    });
  }
  const name = onGithub.exec(urlIn(repository))?.[1];
  if (name !== undefined) return `https://api.github.com/repos/${name}/releases/latest`;
  throw new AppError('not_found', 'This Deskscope does not know where its releases are told: nothing was asked.', {
    hint: 'Set the address with --from, or as `releases` in settings.json.',
  });
}

function urlIn(repository: unknown): string {
  if (typeof repository === 'string') return repository;
  const url = typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : '';
  return typeof url === 'string' ? url : '';
}
