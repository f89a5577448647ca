/** Computes once for each object, and forgets the value with it. */
export function perObject<K extends object, V extends object>(compute: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    const value = known.get(of) ?? compute(of);
    known.set(of, value);
    return value;
  };
}
