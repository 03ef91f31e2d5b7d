import type { MemoryId } from '../../domain/ids.js';
import type { DraftNote } from '../../domain/note.js';
import type { NotTaken, RefusedNote } from '../../domain/reading.js';
import type { Stemmer } from '../../language/stem.js';
import type { NoteToTouch, ReadRequest, TurnToRead } from '../../ports/models.js';
import { Ground } from './grounding.js';
import { type Speakers, Voices } from './voices.js';

/** A note that passed the checks. */
export interface AcceptedNote {
  readonly draft: DraftNote;
  readonly turns: readonly MemoryId[];
  /** Ids of stored notes, and indexes of earlier accepted ones. */
  readonly replaces: readonly (MemoryId | number)[];
  readonly doubts: readonly (MemoryId | number)[];
}

interface Accepted {
  readonly notes: readonly AcceptedNote[];
  /** Number of refused notes and links, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** The refused notes that cite a turn. */
  readonly left: readonly RefusedNote[];
  /** Why each refused note or link was refused. */
  readonly reasons: readonly NotTaken[];
}

/** Reasons to refuse a reader's note, as they appear in reports. */
const REASONS = {
  turns: 'cites no turn of the request',
  instruction: 'an instruction that no person gave',
  again: 'the same note twice',
  many: 'more notes than turns can hold',
} as const;
const LINKS = {
  unseen: 'a link to a note that was not shown',
  unfit: 'a link to a note of more trust, or about something else',
  many: 'more links than one note has',
} as const;
/** Whether what was refused is a link, and its note was written without it. */
export const isOfLink = ({ why }: Pick<NotTaken, 'why'>): boolean =>
  Object.values<string>(LINKS).includes(why);
/** Maximum number of links of a note; recorded notes replace at most six. */
const MAX_LINKS = 8;
/** Maximum number of notes per turn; a longer answer is padded. */
const MAX_NOTES_PER_TURN = 24;
/** Maximum number of refused notes of an answer that are kept for a person. */
export const MAX_LEFT = 40;

/**
 * Filters a reader's answer by what the request supports: notes that cite its turns and whose numbers, dates and
 * names occur in it; links to notes that it showed, on the same matter and no more trusted, or to earlier notes of
 * the same answer. An instruction must be in the owner's own words: wishes of others become preferences, and text
 * from the web or a tool, or only quoted, is refused. A note in somebody's words rests on their turn, whatever it
 * cites. Linear in the answer.
 */
export function acceptNotes(
  drafts: readonly DraftNote[],
  request: ReadRequest,
  who: Speakers,
  stemmer: Stemmer,
): Accepted {
  const answer = new Answer(request, who, stemmer);
  for (const draft of drafts) answer.take(draft);
  return answer;
}

/** The notes of one answer accepted so far. */
class Answer implements Accepted {
  readonly notes: AcceptedNote[] = [];
  readonly refused: Record<string, number> = {};
  readonly left: RefusedNote[] = [];
  readonly reasons: NotTaken[] = [];
  readonly #turns: ReadonlyMap<string, TurnToRead>;
  readonly #shown: ReadonlyMap<string, NoteToTouch>;
  readonly #ground: Ground;
  readonly #voices: Voices;
  readonly #places = new Map<string, number>();
  readonly #said = new Set<string>();

  constructor(
    request: ReadRequest,
    private readonly who: Speakers,
    stemmer: Stemmer,
  ) {
    this.#turns = new Map(request.turns.map((turn) => [turn.id, turn]));
    this.#shown = new Map(request.notes.map((note) => [note.id, note]));
    this.#ground = new Ground(request);
    this.#voices = new Voices(request, who, stemmer);
  }

  take(draft: DraftNote): void {
    const cited = draft.turns.flatMap((id) => this.#turns.get(id) ?? []);
    const [first] = cited;
    if (first === undefined) {
      this.#refuse(REASONS.turns);
      this.reasons.push({ id: draft.id, why: REASONS.turns, word: null });
      return;
    }
    const type = draft.type === 'instruction' ? this.#voices.wish(draft, cited) : draft.type;
    const spelling = spellingOf(draft);
    const reason = this.#said.has(spelling)
      ? REASONS.again
      : this.notes.length >= MAX_NOTES_PER_TURN * this.#turns.size
        ? REASONS.many
        : type === null
          ? REASONS.instruction
          : null;
    if (reason !== null || type === null) {
      this.#refuseNote(draft, first.id, reason ?? REASONS.instruction);
      return;
    }
    const lacking = this.#ground.lacks(draft, first.saidAt);
    if (lacking !== null) {
      this.#refuseNote(draft, first.id, `${lacking.what} that stands nowhere`, lacking.word);
      return;
    }
    this.#said.add(spelling);
    this.#ground.add(draft, first.saidAt);
    this.#add({ ...draft, type }, cited);
  }

  #add(draft: DraftNote, cited: readonly TurnToRead[]): void {
    const whence = this.#voices.whence(draft, cited);
    const replaces = this.#linked(draft, cited, draft.replaces);
    this.notes.push({
      draft,
      turns: this.#citedTurns(whence === null ? draft.turns : [...draft.turns, whence.id]),
      replaces,
      // A note that is replaced is not in doubt as well.
      doubts: this.#linked(draft, cited, draft.doubts).filter((id) => !replaces.includes(id)),
    });
    this.#places.set(draft.id, this.notes.length - 1);
  }

  /** Turns of the request and earlier ones; a shown note is replaced by its first turn. */
  #citedTurns(ids: readonly string[]): MemoryId[] {
    return [
      ...new Set(
        ids.flatMap((id): readonly MemoryId[] =>
          this.#turns.has(id) || this.who.stands(id)
            ? [id as MemoryId]
            : (this.#shown.get(id)?.turns.slice(0, 1) ?? []),
        ),
      ),
    ];
  }

  #linked(
    draft: DraftNote,
    cited: readonly TurnToRead[],
    links: readonly string[],
  ): (MemoryId | number)[] {
    const ids = [...new Set(links)];
    if (ids.length > MAX_LINKS) {
      this.#refuseLink(draft, LINKS.many);
      return [];
    }
    return ids.flatMap((id): (MemoryId | number)[] => {
      const place = this.#places.get(id);
      if (place !== undefined) return [place];
      const shown = this.#shown.get(id);
      if (shown !== undefined && this.#voices.mayTouch(draft, cited, shown)) return [shown.id];
      this.#refuseLink(draft, shown === undefined ? LINKS.unseen : LINKS.unfit, id);
      return [];
    });
  }

  #refuseNote(draft: DraftNote, turn: string, why: string, word: string | null = null): void {
    this.#refuse(why);
    this.reasons.push({ id: draft.id, why, word });
    const { text, about, aspect, value, type, status, from, until } = draft;
    // What repeats or pads an answer is nothing to look at.
    if (why === REASONS.again || this.left.length >= MAX_LEFT) return;
    this.left.push({
      ...{ turn: turn as MemoryId, why, word, text, about, aspect, value },
      ...{ type, status, from, until },
    });
  }

  /** The note is written without it. */
  #refuseLink({ id }: DraftNote, why: string, word: string | null = null): void {
    this.#refuse(why);
    this.reasons.push({ id, why, word });
  }

  #refuse(reason: string): void {
    this.refused[reason] = (this.refused[reason] ?? 0) + 1;
  }
}

const spellingOf = ({ text, about, aspect, value }: DraftNote): string =>
  JSON.stringify([text, about, aspect, value].map((part) => part.toLowerCase().trim()));
