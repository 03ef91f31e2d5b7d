import type { Edge, Entity } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import type { MentionedDate } from '../domain/memory.js';
import type { CauseMention } from '../language/causes.js';
import type { Claim } from '../language/claims/claim.js';
import type { IndexedPassage } from '../language/code/code-terms.js';
import type { EntityMention } from '../language/entities.js';
import type { Relation } from '../language/relations.js';
import type { PicturedInput } from './read-pictures.js';

/** An input whose text has been analysed. */
export interface ReadDraft extends PicturedInput {
  readonly language: string;
  /** Stems in order, stop words included. */
  readonly terms: readonly string[];
  /** The same, by passage. */
  /** The content words among them, without fillers: in order, and each once. */
  readonly telling: readonly string[];
  readonly tellingWords: ReadonlySet<string>;
  readonly passages: readonly IndexedPassage[];
  readonly traits: number;
  readonly mentions: readonly EntityMention[];
  readonly relations: readonly Relation[];
  readonly causes: readonly CauseMention[];
  readonly dates: readonly MentionedDate[];
  readonly claims: readonly Claim[];
}

/** A mention with the entity it refers to. */
export interface LinkedMention {
  readonly mention: EntityMention;
  readonly entity: Entity;
}

/** A draft whose names are linked to entities of the bank. */
export interface LinkedDraft extends ReadDraft {
  readonly id: MemoryId;
  readonly linked: readonly LinkedMention[];
  readonly speakerEntity: Entity | null;
}

/** A draft with its vector; null while a learned encoder has not provided one. */
export interface EmbeddedDraft extends LinkedDraft {
  readonly vector: Int8Array | null;
  /** The concatenated vectors of its passages; null if it is one passage, or has none yet. */
  readonly passageVectors: Int8Array | null;
  /** Its packed code in the causal space; null when it states no cause. */
  readonly causal: Int8Array | null;
}

/** A draft with its edges. */
export interface RelatedDraft extends EmbeddedDraft {
  readonly edges: readonly Edge[];
}
