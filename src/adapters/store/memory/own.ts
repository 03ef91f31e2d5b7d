/** A frozen copy: what a caller does with a record later must not change the bank. */
export function own<T>(value: T): T {
  return frozen(structuredClone(value));
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}
