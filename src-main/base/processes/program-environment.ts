type Variables = Readonly<Record<string, string | undefined>>;

/** Ours, and what makes an Electron behave as plain Node or another app: no program that we start has a use for it. */
const own = /^(DESKSCOPE_|ELECTRON_|NODE_CHANNEL_)/i;

/** The environment of programs that are started: what this process has, without tokens, addresses and settings of Deskscope. */
export function programEnvironment(variables: Variables = process.env): Record<string, string> {
  const entries = Object.entries(variables).filter(([name, value]) => value !== undefined && !own.test(name));
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Of our variables those that hold a secret. */
const secret = /^DESKSCOPE_(TOKEN|READ_TOKEN|URL|SECRET_.*|MODEL_.*)$/i;

/** Forgets the secrets of this process that it has no use for, so that nothing it starts by any way inherits them. */
export function forgetSecrets(variables: Record<string, string | undefined> = process.env): void {
  for (const name of Object.keys(variables)) if (secret.test(name)) Reflect.deleteProperty(variables, name);
}
