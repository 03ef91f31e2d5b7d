import { addRedactions, type RedactionCounts } from '../domain/privacy.js';
import type { Quarantine, GuardMode } from '../domain/quarantine.js';
import { contentHash } from '../language/content-hash.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import { screen, type Screened } from '../safety/screen.js';
import { holdsMark } from '../domain/marks.js';
import type { ParsedNoteInput } from '../domain/note.js';
import type { AdmittedInput } from './admit.js';

/**
 * An input without the private values that the bank removes; nothing was analysed, embedded, logged or
 * stored before that.
 */
export interface ProtectedInput extends AdmittedInput {
  readonly redacted: RedactionCounts;
  /** Why it should be quarantined; null if it may be stored. */
  readonly suspicion: Quarantine | null;
  /** What to do with a suspicious input. */
  readonly guard: GuardMode;
}

/**
 * Removes personal data from every text of each input, and screens it for commands to its reader: content,
 * speaker, session, turn, file name, tags, metadata, captions of pictures.
 */
export async function protect(
  inputs: readonly AdmittedInput[],
  privacy: BankPrivacy,
): Promise<ProtectedInput[]> {
  const safe: ProtectedInput[] = [];
  for (const input of inputs) {
    const { content, tags, metadata, images, provenance } = input;
    const { source, saidAt, speaker, session, turn, origin } = provenance;
    const { value, redacted } = await privacy.clean({ content, tags, metadata, turn, origin });
    const names = await privacy.cleanNames({ who: speaker, session });
    const told = input.note === null ? null : await privacy.clean(wordsOf(input.note));
    const pictureTexts = await privacy.clean(images.map(textsOf));
    safe.push({
      ...input,
      content: value.content,
      hash:
        value.content === content && names.value.who === speaker
          ? input.hash
          : contentHash(value.content, input.kind, names.value.who, input.apart),
      tags: [...new Set(value.tags)],
      metadata: value.metadata,
      note: input.note === null ? null : { ...input.note, ...told?.value },
      images: images.map((image, at) => {
        const texts = pictureTexts.value[at];
        return typeof image === 'object' && texts !== undefined ? { ...image, ...texts } : image;
      }),
      provenance: {
        source,
        saidAt,
        speaker: names.value.who,
        session: names.value.session,
        turn: value.turn,
        origin: value.origin,
      },
      redacted: [names.redacted, pictureTexts.redacted, told?.redacted ?? {}].reduce(
        addRedactions,
        redacted,
      ),
      suspicion: screen(
        {
          content: value.content,
          metadata: value.metadata,
          labels: labelsOf({
            speaker: [names.value.who],
            session: [names.value.session],
            turn: [value.turn],
            origin: [value.origin],
            tags: value.tags,
            // The aspects of a wish are worded like commands: of an agent's notes, only marks count.
            note: textsIn(told?.value).filter((text) => source !== 'agent' || holdsMark(text)),
            images: [
              ...pictureTexts.value.flatMap((texts) => Object.values(texts ?? {})),
              ...images.map(pathOf),
            ],
          }),
          source,
          utterance: speaker !== null && session !== null,
        },
        privacy.guard,
      ),
      guard: privacy.guard,
    });
  }
  return safe;
}

/** What a note says in words. */
type NoteWords = Pick<
  ParsedNoteInput,
  'about' | 'is' | 'aspect' | 'value' | 'because' | 'outcome' | 'asks' | 'matters' | 'reader'
>;

function wordsOf(note: ParsedNoteInput): NoteWords {
  const { about, is, aspect, value, because, outcome, asks, matters, reader } = note;
  return { about, is, aspect, value, because, outcome, asks, matters, reader };
}

function textsIn(words: NoteWords | undefined): readonly string[] {
  if (words === undefined) return [];
  const { outcome, asks, matters, ...others } = words;
  return [...Object.values(others), ...asks, ...matters, outcome?.of, outcome?.under].filter(
    (text) => typeof text === 'string',
  );
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

/** A picture's path stays with it; base64 data has none. */
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
