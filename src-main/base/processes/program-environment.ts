type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Our variables, and those that make an Electron behave as plain Node or another app: no program that we start needs
 * them.
 */
const own = /^(DESKSCOPE_|ELECTRON_|NODE_CHANNEL_)/i;

/** The environment of started programs: that of this process, without tokens, addresses and settings of Deskscope. */
export function programEnvironment(variables: Variables = process.env): Record<string, string> {
  const entries = Object.entries(variables).filter(([name, value]) => value !== undefined && !own.test(name));
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Our variables that hold a secret. */
const secret = /^DESKSCOPE_(TOKEN|READ_TOKEN|URL|SECRET_.*|MODEL_.*)$/i;

/** Deletes the secrets that this process does not need, so that no child process inherits them. */
export function forgetSecrets(variables: Record<string, string | undefined> = process.env): void {
  for (const name of Object.keys(variables)) if (secret.test(name)) Reflect.deleteProperty(variables, name);
}
