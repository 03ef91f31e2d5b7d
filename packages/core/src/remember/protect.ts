import { MnemeError } from '../domain/errors.js';
import { holdsMark } from '../domain/marks.js';
import type { Provenance } from '../domain/memory.js';
import type { ParsedNoteInput } from '../domain/note.js';
import { TimeSlice } from '../domain/pace.js';
import { addRedactions, type RedactionCounts } from '../domain/privacy.js';
import type { GuardMode, Quarantine } from '../domain/quarantine.js';
import { collectFaults, recordFault, type ReadingFault } from '../language/reading-step.js';
import { contentHash } from '../language/text-hash.js';
import type { AdmittedInput } from './admit.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import { screen, type Screened } from '../safety/screen.js';

/** The texts of a note, in addition to its sentence. */
type NoteWords = Pick<
  ParsedNoteInput,
  'about' | 'is' | 'aspect' | 'value' | 'because' | 'outcome' | 'asks' | 'matters' | 'reader'
>;

function wordsOf(note: ParsedNoteInput): NoteWords {
  const { about, is, aspect, value, because, outcome, asks, matters, reader } = note;
  return { about, is, aspect, value, because, outcome, asks, matters, reader };
}

function textsIn(words: NoteWords | null): readonly string[] {
  if (words === null) return [];
  const { outcome, asks, matters, ...others } = words;
  return [...Object.values(others), ...asks, ...matters, outcome?.of, outcome?.under].filter(
    (text) => typeof text === 'string',
  );
}

/**
 * An input without the private values that the bank removes; nothing is analysed, embedded, logged or stored before
 * that.
 */
export interface ProtectedInput extends AdmittedInput {
  readonly redacted: RedactionCounts;
  /** Reading steps that have failed on it so far; later steps add theirs. */
  readonly faults: ReadingFault[];
  /** What was removed, in one line, and which setting would retain such values; empty if nothing was. */
  readonly takenOut: string;
  /** Why it should be quarantined; null if it may be stored. */
  readonly suspicion: Quarantine | null;
  /** What to do with a suspicious input. */
  readonly guard: GuardMode;
}

/**
 * Removes personal data from every text of each input, and screens it for commands to its reader: content, speaker,
 * session, turn, file name, tags, metadata, captions of pictures.
 */
export async function protect(
  inputs: readonly AdmittedInput[],
  privacy: BankPrivacy,
): Promise<ProtectedInput[]> {
  const safe: ProtectedInput[] = [];
  const pace = new TimeSlice();
  for (const input of inputs) {
    const faults: ReadingFault[] = [];
    safe.push(await collectFaults(faults, () => protectOne(input, privacy, faults)));
    await pace.rest();
  }
  return safe;
}

async function protectOne(
  input: AdmittedInput,
  privacy: BankPrivacy,
  faults: ReadingFault[],
): Promise<ProtectedInput> {
  const cleaned = await cleanedBy(privacy, input);
  const { value, who, session, note, pictureTexts } = cleaned;
  const { images, provenance } = input;
  const { source, saidAt } = provenance;
  return {
    ...input,
    faults,
    content: value.content,
    hash:
      value.content === input.content && who === provenance.speaker
        ? input.hash
        : contentHash(value.content, input.kind, who, input.apart),
    tags: [...new Set(value.tags)],
    metadata: value.metadata,
    note: input.note === null ? null : { ...input.note, ...note },
    images: images.map((image, at) => {
      const told = pictureTexts[at];
      return typeof image === 'object' && told !== undefined ? { ...image, ...told } : image;
    }),
    provenance: { source, saidAt, speaker: who, session, turn: value.turn, origin: value.origin },
    redacted: cleaned.redacted,
    takenOut: privacy.inWords(cleaned.redacted),
    suspicion: cleaned.searched
      ? screen(
          {
            content: value.content,
            metadata: value.metadata,
            labels: labelsOf({
              speaker: [who],
              session: [session],
              turn: [value.turn],
              origin: [value.origin],
              tags: value.tags,
              // Wishes are worded like commands, so notes of an agent are screened only if they contain marks.
              note: textsIn(note).filter((text) => source !== 'agent' || holdsMark(text)),
              images: [
                ...pictureTexts.flatMap((told) => Object.values(told ?? {})),
                ...images.map(pathOf),
              ],
            }),
            source,
            utterance: provenance.speaker !== null && provenance.session !== null,
          },
          privacy.guard,
        )
      : UNSEARCHED,
    guard: privacy.guard,
  };
}

/** A text that could not be searched for personal data is quarantined for review, whatever its source. */
const UNSEARCHED: Quarantine = {
  status: 'held',
  score: 1,
  reasons: ['it could not be searched for personal data'],
};

interface CleanedInput {
  readonly value: Pick<AdmittedInput, 'content' | 'tags' | 'metadata'> &
    Pick<Provenance, 'turn' | 'origin'>;
  readonly who: string | null;
  readonly session: Provenance['session'];
  readonly note: NoteWords | null;
  readonly pictureTexts: readonly ReturnType<typeof textsOf>[];
  readonly redacted: RedactionCounts;
  /** Whether the search for personal data succeeded; if not, nothing was removed. */
  readonly searched: boolean;
}

async function cleanedBy(privacy: BankPrivacy, input: AdmittedInput): Promise<CleanedInput> {
  const { content, tags, metadata } = input;
  const { speaker, session, turn, origin } = input.provenance;
  const value = { content, tags, metadata, turn, origin };
  const note = input.note === null ? null : wordsOf(input.note);
  const pictureTexts = input.images.map(textsOf);
  try {
    const own = await privacy.clean(value);
    const names = await privacy.cleanNames({ who: speaker, session });
    const told = await privacy.clean(note, content);
    const pictures = await privacy.clean(pictureTexts);
    return {
      value: own.value,
      ...names.value,
      note: told.value,
      pictureTexts: pictures.value,
      redacted: [names.redacted, told.redacted, pictures.redacted].reduce(
        addRedactions,
        own.redacted,
      ),
      searched: true,
    };
  } catch (error) {
    // An error of the store is not caused by the text.
    if (MnemeError.is(error)) throw error;
    recordFault('personal data', error);
    return { value, who: speaker, session, note, pictureTexts, redacted: {}, searched: false };
  }
}

type Given = AdmittedInput['images'][number];

/** The texts that describe a picture. */
function textsOf(image: Given): { readonly alt?: string; readonly name?: string } | undefined {
  if (typeof image === 'string' || image instanceof Uint8Array) return undefined;
  return {
    ...(image.alt === undefined ? {} : { alt: image.alt }),
    ...('name' in image && image.name !== undefined ? { name: image.name } : {}),
  };
}

/** The path of a picture; base64 data has none. */
function pathOf(image: Given): string | null {
  if (typeof image === 'string') return image.startsWith('data:') ? null : image;
  return 'path' in image ? image.path : null;
}

function labelsOf(
  fields: Readonly<Record<string, readonly (string | null)[]>>,
): Screened['labels'] {
  return Object.entries(fields).flatMap(([field, texts]) =>
    texts.flatMap((text) => (text === null ? [] : [[field, text] as const])),
  );
}
