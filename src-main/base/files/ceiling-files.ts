import path from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Where an administrator writes what every user's agents may do at most. */
export function machineCeiling(variables: Variables, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32')
    return path.join(variables['ProgramData'] || 'C:\\ProgramData', 'Deskscope', 'ceiling.yaml');
  return platform === 'darwin' ? '/Library/Application Support/Deskscope/ceiling.yaml' : '/etc/deskscope/ceiling.yaml';
}

/** The administrator's, and the user's own in the profile. All that are there hold. */
export function ceilingFiles(profile: string, variables: Variables = process.env): readonly string[] {
  return [machineCeiling(variables), path.join(profile, 'ceiling.yaml')];
}
