import type { MemoryId } from '../../domain/ids.js';
import type { DraftNote } from '../../domain/note.js';
import type { Stemmer } from '../../language/stem.js';
import type { NoteToTouch, ReadRequest, TurnToRead } from '../../ports/reader.js';
import { Ground } from './grounding.js';
import { Voices, type Speakers } from './voices.js';

/** A note that may be written. */
export interface AcceptedNote {
  readonly draft: DraftNote;
  readonly turns: readonly MemoryId[];
  /** Stored notes, and accepted ones before it by their place. */
  readonly replaces: readonly (MemoryId | number)[];
  readonly doubts: readonly (MemoryId | number)[];
}

export interface Accepted {
  readonly notes: readonly AcceptedNote[];
  /** How many notes, or links of notes, were refused, by the reason. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Why a note of a reader is not taken; the words stand in reports. */
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
/** Of recorded notes none replaces more than six. */
const MOST_LINKS = 8;
/** A turn that tells more than this in one answer was not read but spun out. */
const MOST_OF_A_TURN = 24;

/**
 * Keeps of a reader's answer what the request bears out: notes that cite its turns, whose numbers, dates and
 * names stand in it; and links to notes that it showed and that are of the same matter and no more trusted, or
 * that come earlier in the same answer. An instruction must be in the owner's own words: what others wish is
 * kept as their preference, and what was brought by the web or a tool, or only quoted, is refused. What is in
 * their words rests on their turn, whatever it cites. Linear in the answer.
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

/** The notes of one answer that were taken so far. */
class Answer implements Accepted {
  readonly notes: AcceptedNote[] = [];
  readonly refused: Record<string, number> = {};
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
      return;
    }
    const type = draft.type === 'instruction' ? this.#voices.wish(draft, cited) : draft.type;
    const spelling = spellingOf(draft);
    const reason = this.#said.has(spelling)
      ? REASONS.again
      : this.notes.length >= MOST_OF_A_TURN * this.#turns.size
        ? REASONS.many
        : type === null
          ? REASONS.instruction
          : null;
    if (reason !== null || type === null) {
      this.#refuse(reason ?? REASONS.instruction);
      return;
    }
    const lacking = this.#ground.lacks(draft, first.saidAt);
    if (lacking !== null) {
      this.#refuse(`${lacking} that stands nowhere`);
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
      // What is replaced is in no doubt.
      doubts: this.#linked(draft, cited, draft.doubts).filter((id) => !replaces.includes(id)),
    });
    this.#places.set(draft.id, this.notes.length - 1);
  }

  /** Turns of the request and earlier ones; a shown note stands for its first. */
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
    if (ids.length > MOST_LINKS) {
      this.#refuse(LINKS.many);
      return [];
    }
    return ids.flatMap((id): (MemoryId | number)[] => {
      const place = this.#places.get(id);
      if (place !== undefined) return [place];
      const shown = this.#shown.get(id);
      if (shown !== undefined && this.#voices.mayTouch(draft, cited, shown)) return [shown.id];
      this.#refuse(shown === undefined ? LINKS.unseen : LINKS.unfit);
      return [];
    });
  }

  #refuse(reason: string): void {
    this.refused[reason] = (this.refused[reason] ?? 0) + 1;
  }
}

const spellingOf = ({ text, about, aspect, value }: DraftNote): string =>
  JSON.stringify([text, about, aspect, value].map((part) => part.toLowerCase().trim()));
