import type { RedactionCounts } from '../domain/privacy.js';
import type { GuardMode, Quarantine } from '../domain/trust.js';
import { contentHash } from '../language/content-hash.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import { screen } from '../safety/screen.js';
import type { AdmittedInput } from './admit.js';

/** An admitted input without what the bank takes out; nothing of it was read, embedded, logged or stored before. */
export interface ProtectedInput extends AdmittedInput {
  readonly redacted: RedactionCounts;
  /** Why it should be held back; null for what may come in. */
  readonly suspicion: Quarantine | null;
  /** What becomes of a suspicion. */
  readonly guard: GuardMode;
}

/** Takes personal data out of every text of each input, and screens it for commands to its reader: content, speaker, session, turn, file name, tags, metadata, words on pictures. */
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
    const alts = await privacy.clean(
      images.map((image) => (typeof image === 'object' && 'alt' in image ? image.alt : undefined)),
    );
    safe.push({
      ...input,
      content: value.content,
      hash:
        value.content === content && names.value.who === speaker
          ? input.hash
          : contentHash(value.content, input.kind, names.value.who, input.apart),
      tags: [...new Set(value.tags)],
      metadata: value.metadata,
      images: images.map((image, at) =>
        typeof image === 'object' && 'alt' in image && alts.value[at] !== undefined
          ? { ...image, alt: alts.value[at] }
          : image,
      ),
      provenance: {
        source,
        saidAt,
        speaker: names.value.who,
        session: names.value.session,
        turn: value.turn,
        origin: value.origin,
      },
      redacted: [names.redacted, alts.redacted].reduce(sum, redacted),
      suspicion: screen(
        {
          content: value.content,
          metadata: value.metadata,
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

function sum(a: RedactionCounts, b: RedactionCounts): RedactionCounts {
  return Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((kind) => [
      kind,
      (a[kind] ?? 0) + (b[kind] ?? 0),
    ]),
  );
}
