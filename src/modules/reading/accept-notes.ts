import type { MemoryId } from '../../domain/ids.js';
import type { DraftNote, NoteType } from '../../domain/note.js';
import type { NoteToTouch, ReadRequest } from '../../ports/reader.js';
import { Ground } from './grounding.js';

/** Turns by who said them. */
export interface Speakers {
  /** The owner's own. */
  readonly owner: ReadonlySet<MemoryId>;
  /** Those of people who speak to the memory: the owner's, and others' who write there, too. */
  readonly people: ReadonlySet<MemoryId>;
  /** Whether an id is of a turn that stands in the bank: a note may rest on what was read before, too. */
  stands(id: string): boolean;
}

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
const LINK = 'a link to a note that was not shown';
/** A turn that tells more than this in one answer was not read but spun out. */
const MOST_OF_A_TURN = 24;

/**
 * Keeps of a reader's answer what the request bears out: notes that cite its turns, whose numbers, dates and
 * names stand in it, and links to notes that it showed or that come earlier in the same answer. An
 * instruction must be in a turn of the owner's own: what others wish is kept as their preference, and what
 * came from the web or a tool is refused. Linear in the answer.
 */
export function acceptNotes(
  drafts: readonly DraftNote[],
  request: ReadRequest,
  who: Speakers,
): Accepted {
  const turns = new Map(request.turns.map((turn) => [turn.id as string, turn]));
  const shown = new Map<string, NoteToTouch>(request.notes.map((note) => [note.id, note]));
  const ground = new Ground(request);
  const notes: AcceptedNote[] = [];
  const places = new Map<string, number>();
  const said = new Set<string>();
  const refused: Record<string, number> = {};
  const refuse = (reason: string): void => {
    refused[reason] = (refused[reason] ?? 0) + 1;
  };
  /** Turns of the request and earlier ones; a shown note stands for its first. */
  const citedTurns = (ids: readonly string[]): MemoryId[] => [
    ...new Set(
      ids.flatMap((id): readonly MemoryId[] =>
        turns.has(id) || who.stands(id)
          ? [id as MemoryId]
          : (shown.get(id)?.turns.slice(0, 1) ?? []),
      ),
    ),
  ];
  for (const draft of drafts) {
    const cited = draft.turns.flatMap((id) => turns.get(id) ?? []);
    const [first] = cited;
    if (first === undefined) {
      refuse(REASONS.turns);
      continue;
    }
    const wish = draft.type === 'instruction' ? wishOf(cited, who) : draft.type;
    if (wish === null) {
      refuse(REASONS.instruction);
      continue;
    }
    const spelling = spellingOf(draft);
    if (said.has(spelling) || notes.length >= MOST_OF_A_TURN * turns.size) {
      refuse(said.has(spelling) ? REASONS.again : REASONS.many);
      continue;
    }
    const lacking = ground.lacks(draft, first.saidAt);
    if (lacking !== null) {
      refuse(`${lacking} that stands nowhere`);
      continue;
    }
    said.add(spelling);
    ground.add(draft, first.saidAt);
    const linked = (ids: readonly string[]): (MemoryId | number)[] =>
      [...new Set(ids)].flatMap((id): (MemoryId | number)[] => {
        const place = places.get(id);
        if (place !== undefined) return [place];
        if (shown.has(id)) return [id as MemoryId];
        refuse(LINK);
        return [];
      });
    const replaces = linked(draft.replaces);
    notes.push({
      draft: { ...draft, type: wish },
      turns: citedTurns(draft.turns),
      replaces,
      // What is replaced is in no doubt.
      doubts: linked(draft.doubts).filter((id) => !replaces.includes(id)),
    });
    places.set(draft.id, notes.length - 1);
  }
  return { notes, refused };
}

/** A standing wish instructs where it is the owner's; of somebody else it is known, and instructs nobody. */
function wishOf(
  cited: readonly { readonly id: MemoryId }[],
  { owner, people }: Speakers,
): NoteType | null {
  if (cited.some(({ id }) => owner.has(id))) return 'instruction';
  return cited.some(({ id }) => people.has(id)) ? 'preference' : null;
}

const spellingOf = ({ text, about, aspect, value }: DraftNote): string =>
  JSON.stringify([text, about, aspect, value].map((part) => part.toLowerCase().trim()));
