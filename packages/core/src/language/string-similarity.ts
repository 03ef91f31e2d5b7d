/** Scratch rows, concatenated; grown for longer words. */
let rows = new Int32Array(3 * 64);

/**
 * The number of letters to insert, delete, replace or transpose with their neighbour to turn one word into the other
 * (Damerau 1964), editing no substring twice: optimal string alignment. Returns `limit` + 1 as soon as it must exceed
 * `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  return align(a, b, limit)
    ? Math.min(limit + 1, rows[(a.length % 3) * width + b.length] ?? 0)
    : limit + 1;
}

/** The same between `a` and the closest prefix of `b`. */
export function editDistanceToPrefix(a: string, b: string, limit: number): number {
  if (a.length > b.length + limit || !align(a, b, limit)) return limit + 1;
  const width = b.length + 1;
  const last = (a.length % 3) * width;
  let least = limit + 1;
  for (let column = 0; column < width; column++) least = Math.min(least, rows[last + column] ?? 0);
  return least;
}

/** Fills the rows; row r of the matrix is stored at r modulo 3. False as soon as the distance must exceed the limit. */
function align(a: string, b: string, limit: number): boolean {
  const width = b.length + 1;
  if (3 * width > rows.length) rows = new Int32Array(6 * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  for (let row = 1; row <= a.length; row++) {
    const at = (row % 3) * width;
    const before = ((row + 2) % 3) * width;
    const older = ((row + 1) % 3) * width;
    const letter = a.charCodeAt(row - 1);
    const last = a.charCodeAt(row - 2);
    rows[at] = row;
    let least = row;
    for (let column = 1; column < width; column++) {
      const other = b.charCodeAt(column - 1);
      let cost = (rows[before + column - 1] ?? 0) + (letter === other ? 0 : 1);
      cost = Math.min(cost, (rows[before + column] ?? 0) + 1, (rows[at + column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && last === other && letter === b.charCodeAt(column - 2))
        cost = Math.min(cost, (rows[older + column - 2] ?? 0) + 1);
      rows[at + column] = cost;
      if (cost < least) least = cost;
    }
    // A transposition reaches back two rows, so a good row before a bad one may still matter.
    if (least > limit + 1) return false;
  }
  return true;
}

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;

/** The names that `wanted` may have been meant for, nearest first: a few letters different, or containing it. */
export function nearNames(wanted: string, names: Iterable<string>): string[] {
  const asked = wanted.toLowerCase();
  const limit = Math.max(1, Math.floor(asked.length / 3));
  return [...new Set(names)]
    .map((name) => {
      const known = name.toLowerCase();
      const within =
        Math.min(asked.length, known.length) >= 3 &&
        (known.includes(asked) || asked.includes(known));
      return { name, distance: within ? Math.min(1, limit) : editDistance(asked, known, limit) };
    })
    .filter(({ name, distance }) => name !== wanted && distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** "Did you mean work or works?"; empty if nothing is similar. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const near = nearNames(wanted, names);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}?`;
}

const PREFIX_WEIGHT = 0.1;
const PREFIX_MAX = 4;

/**
 * Jaro–Winkler similarity of two strings, 0..1 (Winkler 1990, prefix scale 0.1 over at most four characters).
 * Symmetric; 1 exactly for equal strings.
 */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroSimilarity(a, b);
  let prefix = 0;
  while (prefix < PREFIX_MAX && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

function jaroSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const [short, long] = a.length < b.length || (a.length === b.length && a < b) ? [a, b] : [b, a];
  const { inShort, inLong } = matching(short, long);
  const matches = inShort.length;
  if (matches === 0) return 0;
  let moved = 0;
  for (let index = 0; index < matches; index++) if (inShort[index] !== inLong[index]) moved++;
  return (matches / a.length + matches / b.length + (matches - moved / 2) / matches) / 3;
}

/** The matching characters of both strings, each list in its own string's order. */
function matching(short: string, long: string): { inShort: string[]; inLong: string[] } {
  const window = Math.max(0, Math.floor(long.length / 2) - 1);
  const taken = new Array<boolean>(long.length).fill(false);
  const inShort: string[] = [];
  for (let index = 0; index < short.length; index++) {
    const to = Math.min(long.length - 1, index + window);
    for (let at = Math.max(0, index - window); at <= to; at++) {
      if (taken[at] || short[index] !== long[at]) continue;
      taken[at] = true;
      inShort.push(short[index] as string);
      break;
    }
  }
  return { inShort, inLong: long.split('').filter((_, at) => taken[at]) };
}

/** Planes of a bit-sliced counter, one per binary digit, so at most 4,095 vectors per bundle. */
const PLANES = 12;
/** Maximum number of vectors per bundle. */
const MAX_BUNDLED = (1 << PLANES) - 2;
/** Positions of a letter in a trigram: zero, one or two permutations. */
const PLACES = 3;
/** Number of cached letters; beyond that, the item memory is reset. It then regenerates the same vectors. */
const MAX_LETTERS = 512;
/** No letter: the third element of a pair. */
const BLANK = 0;
const TIE_BREAKER = 0x7fffffff;

/**
 * Binary hyperdimensional codes of letter sequences (Kanerva 2009): every letter has a pseudo-random vector; a vector
 * is permuted once for each position before the end of its trigram, the three are bound by XOR, and many trigrams are
 * bundled by majority, bit by bit (Joshi, Halseth and Kanerva 2016). All vectors are derived from hashes, so two
 * processes agree.
 */
export class Hypervectors {
  /** 32-bit words per vector; bits beyond `bits` in the last are 0. */
  readonly width: number;
  readonly #lastMask: number;
  /** Each letter's vectors for its three positions, concatenated. */
  #items: Int32Array;
  readonly #letters = new Map<number, number>();
  /** For each bundled trigram, where the three letters' vectors start in the item memory. */
  #bound = new Int32Array(3 * 256);
  #count = 0;
  readonly #planes = new Int32Array(PLANES + 1);

  /** `bits` is the length of a vector, a multiple of 16. */
  constructor(readonly bits: number) {
    this.width = Math.ceil(bits / 32);
    this.#lastMask = bits % 32 === 0 ? -1 : (1 << (bits % 32)) - 1;
    this.#items = new Int32Array(64 * PLACES * this.width);
  }

  /** Number of vectors in the bundle so far. */
  get count(): number {
    return this.#count;
  }

  /** Adds a bound trigram of UTF-16 units to the bundle; no effect when it is full. */
  add(first: number, second: number, third: number): void {
    if (this.#count >= MAX_BUNDLED) return;
    if (3 * this.#count + 3 > this.#bound.length) {
      const larger = new Int32Array(2 * this.#bound.length);
      larger.set(this.#bound);
      this.#bound = larger;
    }
    const at = 3 * this.#count++;
    const { width } = this;
    this.#bound[at] = this.#item(first) + 2 * width;
    this.#bound[at + 1] = this.#item(second) + width;
    this.#bound[at + 2] = this.#item(third);
  }

  /** Adds a bound pair: two letters, whatever is between them. */
  addPair(first: number, second: number): void {
    this.add(first, BLANK, second);
  }

  /**
   * Returns the majority of the bundle, bit by bit, and empties it. An even bundle gets an extra fixed vector, so
   * that no bit is undecided. Counters are bit-sliced: 32 of them are incremented by a few logical operations, eight
   * vectors at a time through carry-save adders (Harley and Seal).
   */
  majority(out: Int32Array = new Int32Array(this.width)): Int32Array {
    if (this.#count % 2 === 0) this.add(TIE_BREAKER, TIE_BREAKER, TIE_BREAKER);
    const half = (this.#count - 1) / 2;
    for (let word = 0; word < this.width; word++) {
      this.#countAt(word);
      out[word] = this.#above(half);
    }
    const last = this.width - 1;
    out[last] = (out[last] ?? 0) & this.#lastMask;
    this.#count = 0;
    if (this.#letters.size > MAX_LETTERS) this.#letters.clear();
    return out;
  }

  /** Counts one word of every bundled vector into the planes. */
  #countAt(word: number): void {
    const planes = this.#planes;
    planes.fill(0);
    let ones = 0;
    let twos = 0;
    let fours = 0;
    let at = 0;
    for (; at + 8 <= this.#count; at += 8) {
      // Eight inputs through seven full adders; each yields a sum and a carry of twice the value.
      let a = this.#vector(at, word);
      let b = this.#vector(at + 1, word);
      const carry1 = (ones & a) | ((ones ^ a) & b);
      ones ^= a ^ b;
      a = this.#vector(at + 2, word);
      b = this.#vector(at + 3, word);
      const carry2 = (ones & a) | ((ones ^ a) & b);
      ones ^= a ^ b;
      const carryA = (twos & carry1) | ((twos ^ carry1) & carry2);
      twos ^= carry1 ^ carry2;
      a = this.#vector(at + 4, word);
      b = this.#vector(at + 5, word);
      const carry3 = (ones & a) | ((ones ^ a) & b);
      ones ^= a ^ b;
      a = this.#vector(at + 6, word);
      b = this.#vector(at + 7, word);
      const carry4 = (ones & a) | ((ones ^ a) & b);
      ones ^= a ^ b;
      const carryB = (twos & carry3) | ((twos ^ carry3) & carry4);
      twos ^= carry3 ^ carry4;
      const eights = (fours & carryA) | ((fours ^ carryA) & carryB);
      fours ^= carryA ^ carryB;
      this.#raise(3, eights);
    }
    planes[0] = ones;
    planes[1] = twos;
    planes[2] = fours;
    for (; at < this.#count; at++) this.#raise(0, this.#vector(at, word));
  }

  #vector(at: number, word: number): number {
    const items = this.#items;
    const bound = this.#bound;
    return (
      (items[(bound[3 * at] ?? 0) + word] ?? 0) ^
      (items[(bound[3 * at + 1] ?? 0) + word] ?? 0) ^
      (items[(bound[3 * at + 2] ?? 0) + word] ?? 0)
    );
  }

  #raise(from: number, by: number): void {
    const planes = this.#planes;
    let carry = by;
    for (let plane = from; carry !== 0 && plane < PLANES; plane++) {
      const before = planes[plane] ?? 0;
      planes[plane] = before ^ carry;
      carry &= before;
    }
  }

  /** The counters that exceed a limit, as bits. */
  #above(limit: number): number {
    let above = 0;
    let equal = -1;
    for (let plane = PLANES - 1; plane >= 0; plane--) {
      const digit = this.#planes[plane] ?? 0;
      if (((limit >>> plane) & 1) === 0) {
        above |= equal & digit;
        equal &= ~digit;
      } else equal &= digit;
    }
    return above;
  }

  /** Where a letter's three vectors start in the item memory. */
  #item(letter: number): number {
    const known = this.#letters.get(letter);
    if (known !== undefined) return known;
    const { width } = this;
    const start = this.#letters.size * PLACES * width;
    if (start + PLACES * width > this.#items.length) {
      const larger = new Int32Array(2 * this.#items.length);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#letters.set(letter, start);
    let state = Math.imul(letter + 1, 0x9e3779b1) | 0;
    for (let word = 0; word < width; word++) {
      state = (state + 0x9e3779b9) | 0;
      let bits = letter === BLANK ? 0 : mix(state);
      if (word === width - 1) bits &= this.#lastMask;
      for (let place = 0; place < PLACES; place++) {
        this.#items[start + place * width + word] = bits;
        bits = this.#permute(bits, word);
      }
    }
    return start;
  }

  /** The permutation: every word is rotated by one bit; a final half word by one within its half. */
  #permute(bits: number, word: number): number {
    const span = word === this.width - 1 && this.#lastMask !== -1 ? this.bits % 32 : 32;
    if (span === 32) return (bits << 1) | (bits >>> 31);
    return ((bits << 1) | (bits >>> (span - 1))) & this.#lastMask;
  }
}

/** Murmur3's mixer (Appleby 2011). */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Bits set in a 32-bit word (Warren 2012). */
export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of bits in which two vectors differ; `b` may be within a longer array. */
export function hammingDistance(a: Int32Array, b: Int32Array, start = 0): number {
  let differing = 0;
  for (let word = 0; word < a.length; word++)
    differing += countBits((a[word] ?? 0) ^ (b[start + word] ?? 0));
  return differing;
}
