/**
 * What was read off a thing, by who read it: kept as long as the thing itself is, and no longer than whatever holds the readings. Readers
 * are told apart by themselves, so one is a function that stays, not one made for each asking.
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
