/**
 * Caches values derived from an object, by the function that derives them, as long as the object lives and
 * no longer than this cache. The function itself is the key, so it must be a constant one, not a new
 * closure per call.
 */
export class KeptReadings {
  readonly #byReader = new Map<unknown, WeakMap<object, unknown>>();

  of<Thing extends object, Reading>(thing: Thing, read: (thing: Thing) => Reading): Reading {
    let readings = this.#byReader.get(read) as
      WeakMap<Thing, { readonly reading: Reading }> | undefined;
    if (readings === undefined) this.#byReader.set(read, (readings = new WeakMap()));
    let kept = readings.get(thing);
    if (kept === undefined) readings.set(thing, (kept = { reading: read(thing) }));
    return kept.reading;
  }
}
