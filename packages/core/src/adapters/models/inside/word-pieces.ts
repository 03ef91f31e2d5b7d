/** SentencePiece's marker for the start of a word. */
const BOUNDARY = '\u2581';
/** The id of characters that are in no piece. */
const UNKNOWN = 0;
/** Number of ids before the first piece: the unknown one and control symbols. */
const RESERVED = 6;

/**
 * Splits a text into word pieces so that the sum of their scores is maximal (the unigram model, Kudo 2018, as in
 * SentencePiece). Linear in the text's length, as no piece is longer than 16 characters.
 */
export class WordPieces {
  readonly #pieces: ReadonlyMap<string, number>;
  readonly #longest: number;

  /** `pieces` in order of their ids, and each one's score (a log probability). */
  constructor(
    pieces: readonly string[],
    private readonly scores: Float32Array,
  ) {
    this.#pieces = new Map(pieces.map((piece, at) => [piece, at]));
    this.#longest = pieces.reduce((longest, piece) => Math.max(longest, piece.length), 0);
  }

  /** The ids of a text's pieces, in order; a run of unknown characters gives one. */
  encode(text: string): number[] {
    const normal = text.normalize('NFKC');
    if (normal === '') return [];
    const spaced = BOUNDARY + normal.replaceAll(' ', BOUNDARY);
    const { length } = spaced;
    const best = new Float64Array(length + 1).fill(-Infinity);
    const from = new Int32Array(length + 1);
    const number = new Int32Array(length + 1);
    best[0] = 0;
    for (let at = 0; at < length; at++) {
      const sofar = best[at] ?? 0;
      if (sofar === -Infinity) continue;
      let known = false;
      for (let end = at + 1; end <= Math.min(length, at + this.#longest); end++) {
        const piece = this.#pieces.get(spaced.slice(at, end));
        if (piece === undefined) continue;
        known = true;
        const score = sofar + (this.scores[piece] ?? 0);
        if (score < (best[end] ?? 0)) continue;
        best[end] = score;
        from[end] = at;
        number[end] = piece + RESERVED;
      }
      if (known) continue;
      const end = at + width(spaced, at);
      if (sofar < (best[end] ?? 0)) continue;
      best[end] = sofar;
      from[end] = at;
      number[end] = UNKNOWN;
    }
    const pieces: number[] = [];
    for (let end = length; end > 0; end = from[end] ?? 0) {
      const piece = number[end] ?? UNKNOWN;
      if (piece !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(piece);
    }
    return pieces.reverse();
  }
}

/** UTF-16 units of the character: two outside the basic plane. */
const width = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
