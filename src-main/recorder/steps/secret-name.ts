/**
 * The name of a password for prompts at replay, from its field's name: `Mot de passe :` becomes `MOT_DE_PASSE`. A name without
 * Latin letters becomes `SECRET`.
 */
function secretName(fieldName: string): string {
  const plain = fieldName.normalize('NFKD').replace(/\p{Mark}/gu, '');
  const name = plain
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Z]/.test(name) ? name : 'SECRET';
}

/** The same, distinct from existing secrets: `PASSWORD_2`. */
export function anotherSecretName(fieldName: string, taken: ReadonlySet<string>): string {
  const name = secretName(fieldName);
  let unique = name;
  for (let n = 2; taken.has(unique); n++) unique = `${name}_${n}`;
  return unique;
}

/** The environment variable of the secret when a script is replayed or run. */
export function secretVariable(secret: string): string {
  return `DESKSCOPE_SECRET_${secret}`;
}
