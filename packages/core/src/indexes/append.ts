/** Appends to the list of a key, and returns that list. */
export function append<Key>(lists: Map<Key, number[]>, key: Key, slot: number): number[] {
  const list = lists.get(key);
  if (list !== undefined) {
    list.push(slot);
    return list;
  }
  const made = [slot];
  lists.set(key, made);
  return made;
}
