/** What a number, or the name of a field, counts. */
const VALUE = 4;

/** Whether an input is longer than so many characters, or as much in values; it is not looked at further than that. */
export function isLong(input: unknown, characters: number): boolean {
  const left = [input];
  for (let room = characters; left.length > 0;) {
    const value = left.pop();
    room -= VALUE + (typeof value === 'string' ? value.length : 0);
    if (ArrayBuffer.isView(value)) room -= value.byteLength;
    if (room < 0) return true;
    if (Array.isArray(value) && value.length > room) return true;
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
      for (const each of Object.values(value)) left.push(each);
  }
  return false;
}
