import { addRedactions, type RedactionCounts } from '../domain/privacy.js';
import type { Quarantine, GuardMode } from '../domain/quarantine.js';
import { contentHash } from '../language/content-hash.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import { screen, type Screened } from '../safety/screen.js';
import type { AdmittedInput } from './admit.js';

/**
 * An input without the private values that the bank removes; nothing was analysed, embedded, logged or
 * stored before that.
 */
export interface ProtectedInput extends AdmittedInput {
  readonly redacted: RedactionCounts;
  /** That in one line, with what it would take to keep the like; empty if nothing was removed. */
  readonly takenOut: string;
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
    const pictureTexts = await privacy.clean(images.map(textsOf));
    const all = [names.redacted, pictureTexts.redacted].reduce(addRedactions, redacted);
    safe.push({
      ...input,
      content: value.content,
      hash:
        value.content === content && names.value.who === speaker
          ? input.hash
          : contentHash(value.content, input.kind, names.value.who, input.apart),
      tags: [...new Set(value.tags)],
      metadata: value.metadata,
      images: images.map((image, at) => {
        const told = pictureTexts.value[at];
        return typeof image === 'object' && told !== undefined ? { ...image, ...told } : image;
      }),
      provenance: {
        source,
        saidAt,
        speaker: names.value.who,
        session: names.value.session,
        turn: value.turn,
        origin: value.origin,
      },
      redacted: all,
      takenOut: privacy.inWords(all),
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
            images: [
              ...pictureTexts.value.flatMap((told) => Object.values(told ?? {})),
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
