/** Makes a forgotten case a compile error, and an impossible value a loud one. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value ${JSON.stringify(value)}`);
}
