/**
 * Finds likely secrets in a text, to remove them before it is passed on. By form alone: a password that is an ordinary word is
 * recognised only by the text before it. A false alarm costs a text, a miss costs a secret.
 */

/** Replaces a removed secret. */
export const leftOut = '[secret]';

interface Form {
  readonly kind: string;
  readonly pattern: RegExp;
  /** The group of the pattern with the secret; the whole match by default. */
  readonly group?: number;
  /** Whether the match really is a secret. */
  readonly holds?: (match: string) => boolean;
}

/** Labels of secret values, in the languages of most keyboards. */
const labels =
  'pass(?:word|wd|phrase|code|wort)?|pwd|kennwort|geheim(?:nis|wort)?|secret|token|api[ _-]?key|access[ _-]?key|' +
  'private[ _-]?key|client[ _-]?secret|pin(?: ?code)?|cvv|cvc|otp|tan|(?:verification|recovery|security|backup|login)[ _-]?code|' +
  'mot de passe|contraseña|clave|senha|hasło|lösenord|adgangskode|wachtwoord|salasana|пароль|密码|密碼|パスワード|비밀번호';

const forms: readonly Form[] = [
  { kind: 'private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-*|$)/g },
  { kind: 'access key', pattern: /\b(?:AKIA|ASIA|AGPA|AIDA)[A-Z0-9]{12,}\b/g },
  { kind: 'API key', pattern: /\b(?:sk|pk|rk|whsec|key|tok)[-_](?:[a-z]{2,8}[-_]){0,3}[A-Za-z0-9_-]{12,}/g },
  {
    kind: 'access token',
    pattern: /\b(?:gh[pousr]|github_pat|glpat|npm|hf|pypi|dop_v1|shpat|xox[abeoprs])[-_][\w-]{12,}/g,
  },
  { kind: 'API key', pattern: /\bAIza[\w-]{24,}|\bya29\.[\w-]{16,}|\bSG\.[\w-]{12,}\.[\w-]{12,}/g },
  { kind: 'web token', pattern: /\beyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?/g },
  { kind: 'password in an address', pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s@/]+)@/gi, group: 1 },
  { kind: 'one-time code', pattern: /\botpauth(?:-migration)?:\/\/\S+/gi },
  {
    kind: 'token in an address',
    pattern:
      /[?&#](?:[\w-]*(?:token|secret|password|passwd|signature|api_?key|auth|session)[\w-]*|key|sig|code)=([^&\s]{4,})/gi,
    group: 1,
  },
  { kind: 'authorization', pattern: /\b(?:bearer|basic|token)\s+([\w.~+/=-]{12,})/gi, group: 1 },
  {
    kind: 'named secret',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${labels})\\s*(?:is|ist|est|es|[:=＝：→])+\\s*["'“”‘’]?([^\\s"'“”‘’]{3,})`,
      'giu',
    ),
    group: 1,
    holds: (value) => !/^(?:required|optional|invalid|wrong|incorrect|\*+|•+|●+|\.+|\[secret\])$/i.test(value),
  },
  { kind: 'card number', pattern: /(?<![\d.,])\d(?:[ -]?\d){12,18}(?![\d.,]\d)/g, holds: isCard },
  { kind: 'bank account', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/g, holds: isIban },
  { kind: 'social security number', pattern: /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g },
  {
    kind: 'recovery code',
    pattern: /(?<![\w-])(?=[a-z0-9-]*\d)(?=[a-z0-9-]*[a-z])[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){2,}(?![\w-])/gi,
    holds: (code) => changes(code.replaceAll('-', '')) >= 3,
  },
  { kind: 'random text', pattern: /[A-Za-z0-9+_=]{16,}/g, holds: isRandom },
];

export interface FoundSecret {
  readonly kind: string;
  readonly text: string;
}

/** Likely secrets in a text, in order. */
export function secretsIn(text: string): readonly FoundSecret[] {
  return forms.flatMap(({ kind, pattern, group = 0, holds = () => true }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const found = match[group] ?? match[0];
      return holds(found) ? [{ kind, text: found }] : [];
    }),
  );
}

const called = new RegExp(`(?<![\\p{L}\\p{N}])(?:${labels})(?![\\p{L}\\p{N}])`, 'iu');

/** Whether a field's name is that of a secret. */
export function takesSecret(fieldName: string): boolean {
  return called.test(fieldName.replace(/[_-]+/g, ' '));
}

/** Whether a typed text looks like a password: one word of letters, digits and signs that is no address, path or date. */
export function isLikePassword(text: string): boolean {
  if (text.length < 8 || text.length > 128 || /\s/.test(text)) return false;
  if (/^[\w.+-]+@[\w.-]+$|^\w+:\/\/|^[~./\\]|^[A-Za-z]:\\|^\d+([.:,/-]\d+)+$/.test(text)) return false;
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[!#$%^&*?=+~|<>{}[\]@]/].filter((one) => one.test(text)).length;
  return classes >= 4 || (classes === 3 && /[!#$%^&*?~|@]/.test(text));
}

/**
 * Text read from a picture may have wrong letters, so the test is looser: a secret's label with anything after it, a word of
 * mixed letters and digits, a long number. A false alarm costs a picture.
 */
export function mayShowSecret(read: string): boolean {
  const plain = read.normalize('NFKC');
  if (secretsIn(plain).length > 0 || named.test(plain)) return true;
  const joined = plain.replace(/[^\S\n]+/g, '');
  if (secretsIn(joined.replaceAll('\n', ' ')).length > 0) return true;
  const words = [...plain.split(/\s+/), ...joined.split('\n')];
  return words.some((word) => isMixed(word) || isLikePassword(word)) || /\d(?:[ .-]?\d){11,}/.test(plain);
}

const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${labels})\\s*[:=;.,→]?\\s*\\S*[\\p{L}\\p{N}]`, 'iu');

function isMixed(word: string): boolean {
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '');
  const digits = letters.replace(/\D/g, '').length;
  return letters.length >= 10 && digits >= 2 && letters.length - digits >= 3 && changes(letters) >= 3;
}

/** Number of changes between kinds of characters. */
function changes(text: string): number {
  const kinds = Array.from(text, (one) => (/\d/.test(one) ? 'd' : one === one.toUpperCase() ? 'u' : 'l'));
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
}

/** Names of programs and identifiers are words; keys are not. */
function isRandom(text: string): boolean {
  if (/^[0-9a-f]+$/i.test(text)) return text.length >= 32 && /\d/.test(text) && /[a-f]/i.test(text);
  const digits = text.replace(/\D/g, '').length;
  return text.length >= 20 && digits >= 2 && digits < text.length && changes(text) >= 5;
}

/** https://en.wikipedia.org/wiki/Luhn_algorithm */
function isCard(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, ''), Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 1 ? digit * 2 : digit;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return new Set(digits).size > 1 && sum % 10 === 0;
}

/** https://en.wikipedia.org/wiki/International_Bank_Account_Number#Validating_the_IBAN */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '');
  if (plain.length < 15 || plain.length > 34) return false;
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
