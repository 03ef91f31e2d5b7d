import type { MemoryId } from '../../domain/ids.js';
import { type Source, trustRank } from '../../domain/memory.js';
import { type DraftNote, FORGOTTEN, type NoteType } from '../../domain/note.js';
import { detectLanguage } from '../../language/detect-language.js';
import { matchAll } from '../../language/pattern-matching.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { NoteToTouch, ReadRequest, TurnToRead } from '../../ports/models.js';
import { QUOTED } from '../../safety/injection/plain-text.js';

/** A text, split into own words and quotes. */
interface Voiced {
  readonly own: string;
  /** Quotations: lines with reply marks, fenced or tagged blocks, text in quotation marks, and forwarded messages. */
  readonly quoted: string;
}

const FENCE = /^\s{0,3}(?:```|~~~)/;
const REPLY = /^\s{0,3}(?:>|&gt;)/;
const OPENING_TAG = /^\s*<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/i;
/** Marks the start of a forwarded message; two header lines do, too. */
const PASSED_ON =
  /^\W{0,20}(?:original message|forwarded message|begin forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message transféré|message d’origine|mensaje reenviado|mensaje original|messaggio inoltrato)(?!\p{L})/iu;
const HEAD =
  /^\s{0,3}[*_]{0,2}(?:from|to|cc|subject|sent|date|reply-to|von|an|betreff|gesendet|datum|de|à|objet|envoyé|para|asunto|enviado|da|oggetto|van|onderwerp)[*_]{0,2}\s?:/i;

/** Separates a turn's own words from what it quotes. Linear in its length. */
export function ownWords(text: string): Voiced {
  const own: string[] = [];
  const quoted: string[] = [];
  const lines = text.split('\n');
  let fenced = false;
  let tag: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (tag === null && !fenced && isPassedOn(lines, at)) {
      quoted.push(...lines.slice(at));
      break;
    }
    const isFence = tag === null && FENCE.test(line);
    const opened: string | null = fenced ? null : (tag ?? OPENING_TAG.exec(line)?.[1] ?? null);
    (fenced || isFence || opened !== null || REPLY.test(line) ? quoted : own).push(line);
    if (isFence) fenced = !fenced;
    tag = opened !== null && line.includes(`</${opened}`) ? null : opened;
  }
  const said = own.join('\n');
  const marked = matchAll(said, QUOTED);
  let rest = '';
  let from = 0;
  for (const match of marked) {
    rest += `${said.slice(from, match.index)} `;
    from = match.index + match[0].length;
  }
  return {
    own: rest + said.slice(from),
    quoted: [...quoted, ...marked.map(([each]) => each)].join('\n'),
  };
}

const isPassedOn = (lines: readonly string[], at: number): boolean =>
  PASSED_ON.test(lines[at] ?? '') || (HEAD.test(lines[at] ?? '') && HEAD.test(lines[at + 1] ?? ''));

/** Turns by speaker. */
export interface Speakers {
  /** Turns of the owner. */
  readonly owner: ReadonlySet<MemoryId>;
  /** Turns of people who speak to the memory: the owner's and those of others. */
  readonly people: ReadonlySet<MemoryId>;
  /** Sources of turns not from people, and of shown notes; all others are `user`. */
  readonly sources: ReadonlyMap<MemoryId, Source>;
  /** Whether an id is a live turn of the bank: a note may also rest on turns read earlier. */
  stands(id: string): boolean;
}

/** Factor by which others' words must outnumber the owner's for a wish to be theirs. */
const OTHERS_WORDS = 1.5;
const WISHES: ReadonlySet<NoteType> = new Set(['instruction', 'preference']);
/** Words that notes use for any wish, which identify nobody's. */
const FRAME = 'assistant want wants wanted wish wishes';

type Stems = ReadonlySet<string>;

/**
 * Determines whose words a reader's notes are in. Injected instructions can make a reader cite any turn, but cannot
 * change who said the words. Linear in the texts of the request, each read once.
 */
export class Voices {
  readonly #turns = new Map<MemoryId, { readonly own: Stems; readonly quoted: Stems }>();
  readonly #notes = new Map<MemoryId, Stems>();
  readonly #everybody: Stems;
  /** Turns of tools and the web, and those of an agent. */
  readonly #foreign: readonly TurnToRead[];
  readonly #agents: readonly TurnToRead[];

  constructor(
    { turns, owner }: ReadRequest,
    private readonly who: Speakers,
    private readonly stemmer: Stemmer,
  ) {
    this.#everybody = this.#stems(`${owner ?? ''} ${FRAME}`);
    const of = (...sources: readonly Source[]): readonly TurnToRead[] =>
      turns.filter(({ id }) => sources.includes(this.#source(id)));
    this.#foreign = of('tool', 'web');
    this.#agents = of('agent');
  }

  /**
   * The turn of a tool or the web (for a wish also of an agent) whose words a note contains rather than those of the
   * turns that it cites; null if there is none.
   */
  whence(note: DraftNote, cited: readonly TurnToRead[]): TurnToRead | null {
    const strange = WISHES.has(note.type) ? [...this.#foreign, ...this.#agents] : this.#foreign;
    const trusted = cited.filter((turn) => !strange.includes(turn));
    if (strange.length === 0 || trusted.length === 0) return null;
    const words = this.#words(note);
    const said = this.#said(trusted);
    const own = common(words, said);
    const [most, from] = this.#borrowed(words, said, strange);
    const unsaid = own === 0 && this.#foreign.length > 0;
    return from !== undefined && (most > own || unsaid) ? from : null;
  }

  /**
   * The type of a wish: an instruction in the owner's own words; a preference in another person's or an agent's
   * words; null if the words come from elsewhere or are only quoted.
   */
  wish(note: DraftNote, cited: readonly TurnToRead[]): NoteType | null {
    const owners = cited.filter(({ id }) => this.who.owner.has(id));
    if (owners.length === 0)
      return cited.some(({ id }) => this.who.people.has(id)) ? 'preference' : null;
    const words = this.#words(note);
    const said = this.#said(owners);
    const most = OTHERS_WORDS * common(words, said);
    const quoted = owners.map((turn) => this.#voiced(turn).quoted);
    const brought = Math.max(
      this.#borrowed(words, said, this.#foreign)[0],
      ...quoted.map((each) => common(words, each, said)),
    );
    if (brought > most) return null;
    // A turn in another language than the note shares no words with it.
    const unsaid =
      most === 0 &&
      (this.#foreign.length > 0 ||
        quoted.some(({ size }) => size > 0) ||
        owners.every(({ text }) => detectLanguage(text) === detectLanguage(note.text)));
    return unsaid || this.#borrowed(words, said, this.#agents)[0] > most
      ? 'preference'
      : 'instruction';
  }

  /**
   * Whether a note may replace a shown one or put it in doubt: its turns are at least as trusted, and the two share a
   * subject. What a request to forget is about stands in its turns alone: its note does not say.
   */
  mayTouch(note: DraftNote, cited: readonly TurnToRead[], shown: NoteToTouch): boolean {
    const from = this.whence(note, cited);
    const trust = (from === null ? cited : [from]).map(({ id }) => trustRank(this.#source(id)));
    return (
      Math.max(...trust) >= trustRank(this.#source(shown.id)) &&
      (detectLanguage(note.text) !== detectLanguage(shown.text) ||
        common(this.#subject(note), this.#shown(shown)) > 0 ||
        (note.aspect === FORGOTTEN && common(this.#said(cited), this.#shown(shown)) > 0))
    );
  }

  #source(id: MemoryId): Source {
    return this.who.sources.get(id) ?? 'user';
  }

  /** The maximum number of the note's words in one of these turns that the cited turns lack, and that turn. */
  #borrowed(
    words: Stems,
    said: Stems,
    turns: readonly TurnToRead[],
  ): readonly [number, TurnToRead | undefined] {
    let most: readonly [number, TurnToRead | undefined] = [0, turns[0]];
    for (const turn of turns) {
      const { own, quoted } = this.#voiced(turn);
      const count = common(words, own, said) + common(words, quoted, said);
      if (count > most[0]) most = [count, turn];
    }
    return most;
  }

  #said(turns: readonly TurnToRead[]): Stems {
    return new Set(turns.flatMap((turn) => [...this.#voiced(turn).own]));
  }

  #voiced(turn: TurnToRead): { readonly own: Stems; readonly quoted: Stems } {
    let voiced = this.#turns.get(turn.id);
    if (voiced === undefined) {
      const { own, quoted } = ownWords(turn.text);
      voiced = { own: this.#stems(own), quoted: this.#stems(quoted) };
      this.#turns.set(turn.id, voiced);
    }
    return voiced;
  }

  #words({ text, value }: DraftNote): Stems {
    return this.#others(`${text} ${value}`);
  }

  #subject({ text, about, aspect, value }: DraftNote | (NoteToTouch['note'] & { text: string })) {
    return this.#others([text, about, aspect, value].join(' '));
  }

  #shown({ id, text, note }: NoteToTouch): Stems {
    let stems = this.#notes.get(id);
    if (stems === undefined) this.#notes.set(id, (stems = this.#subject({ ...note, text })));
    return stems;
  }

  #others(text: string): Stems {
    return new Set([...this.#stems(text)].filter((stem) => !this.#everybody.has(stem)));
  }

  #stems(text: string): Set<string> {
    return new Set(contentTerms(text, 'en', this.stemmer));
  }
}

/** Number of words that occur in `others`, and not in `but`. */
function common(words: Stems, others: Stems, but?: Stems): number {
  let count = 0;
  for (const word of words) if (others.has(word) && but?.has(word) !== true) count++;
  return count;
}
