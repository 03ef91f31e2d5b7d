import { createHash } from 'node:crypto';
import { type Embedding, type Trait, TRAITS } from '../domain/change.js';
import type { Edge, Entity, EntityType } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import { parseInput, RememberInput } from '../domain/input.js';
import type { Memory, MemoryImage, MentionedDate } from '../domain/memory.js';
import type { Note } from '../domain/note.js';
import { blankMarks } from '../domain/privacy.js';
import { clockAt, type OffsetAt } from '../domain/time.js';
import { type CauseMention, readCauses } from '../language/causal/causes.js';
import type { Claim } from '../language/claims/claim.js';
import { daysAhead } from '../language/claims/clauses.js';
import { readClaimsIn } from '../language/claims/read-claims.js';
import { readDates } from '../language/dates.js';
import { adjustForClockChange } from '../language/dates/date-mention.js';
import { detectLanguage } from '../language/detect-language.js';
import { type EntityMention, readEntities } from '../language/entities.js';
import { normaliseName } from '../language/entity-names.js';
import { readProcedure } from '../language/instructions.js';
import { kindsOfNote } from '../language/names/common-nouns.js';
import { ReadText } from '../language/read-text.js';
import { readRelations, type Relation } from '../language/relations.js';
import { readIntention, readUtterance } from '../language/speech.js';
import type { Stemmer } from '../language/stem.js';
import {
  contentTerms,
  type IndexedPassage,
  type IndexedTerms,
  indexTerms,
} from '../language/terms.js';
import type { ProtectedInput } from './admit.js';
import { distinctiveTerms } from './near-duplicate.js';
import {
  openPicture,
  type Picture,
  type PicturePorts,
  readPicture,
} from '../spaces/e10-multimodal.js';

/** An input whose text has been analysed by itself, whatever the bank knows. */
export interface ReadInput extends PicturedInput {
  readonly language: string;
  /** Its text without identifiers and code. */
  readonly prose: ReadText;
  /** Stems in order, stop words included. */
  readonly terms: readonly string[];
  /** The content words among them, without fillers: in order, and each once. */
  readonly telling: readonly string[];
  readonly tellingWords: ReadonlySet<string>;
  /** The terms by passage. */
  readonly passages: readonly IndexedPassage[];
  readonly traits: number;
  readonly causes: readonly CauseMention[];
  readonly dates: readonly MentionedDate[];
  readonly claims: readonly Claim[];
}

/** An input whose text has been analysed. */
export interface ReadDraft extends Omit<ReadInput, 'prose'> {
  readonly mentions: readonly EntityMention[];
  readonly relations: readonly Relation[];
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

/** Knowledge of the bank that helps to analyse a text. */
interface ReadingHints {
  /** Names of the bank's speakers. */
  readonly people: readonly string[];
  readonly known: (normalisedName: string) => EntityType | undefined;
  /** The type of a known name that begins or ends with a word. */
  readonly partOf: (normalisedWord: string) => EntityType | undefined;
}

/** Analyses an input's text: language, words, causes, dates, manner, claims. Pure, no model. */
export function readInput(input: PicturedInput, stemmer: Stemmer): ReadInput {
  const { reading, local, saidAt, zone } = input;
  const language = detectLanguage(reading);
  const indexed = indexNote(reading, input.note, language, stemmer);
  // Identifiers are not names of people, and numbers in code are not dates.
  const blank = blankMarks(indexed.prose.text);
  const prose = blank === indexed.prose.text ? indexed.prose : new ReadText(blank);
  const clock = (): OffsetAt =>
    zone === null ? () => local - saidAt : clockAt(saidAt, null, zone);
  const dates = adjustForClockChange(readDates(prose, local, language), saidAt, clock);
  // The fields of a note are already structured: no rule analyses them again.
  const causes = input.note === null ? readCauses(prose) : [];
  return {
    ...input,
    language,
    prose,
    ...forIndex(indexed, dates.length > 0, causes.length > 0),
    causes,
    claims:
      input.note === null ? readClaimsIn(language, prose, daysAhead(dates, local, saidAt)) : [],
    dates: dates.map(({ text, from, to, precision, recurring, approximate }) => ({
      text,
      from,
      to,
      precision,
      recurring,
      approximate,
    })),
  };
}

/** Adds the names in it, by what the bank knows of them, and the relations between them. */
export function readDraft({ prose, ...read }: ReadInput, hints: ReadingHints): ReadDraft {
  const { language, note, provenance } = read;
  const entityHints = {
    ...hints,
    language,
    ...(provenance.speaker === null ? {} : { speaker: provenance.speaker }),
  };
  const mentions = readEntities(prose, entityHints);
  const relations =
    note === null
      ? readRelations(prose, mentions, entityHints)
      : kindsOfNote(note).filter(isNamedIn(mentions, hints));
  return { ...read, mentions, relations };
}

const PROPER_NAME = /^(?:\p{Lu}[\p{L}\p{M}\p{N}.-]*(?: |$))+$/u;
/** Whether the subject of a relation is named: a subject that only notes have ("a trip") is no entity. */
const isNamedIn =
  (mentions: readonly EntityMention[], { known }: ReadingHints) =>
  ({ subject }: Relation, at: number, all: readonly Relation[]): boolean => {
    const name = all[at - 1]?.object === subject ? (all[at - 1]?.subject ?? subject) : subject;
    return (
      PROPER_NAME.test(name) ||
      mentions.some((each) => each.name === name) ||
      known(normaliseName(name)) !== undefined
    );
  };

/**
 * Analyses a stored memory for indexing, with the same result as when it was stored: it depends on the text alone,
 * never on the bank.
 */
export function readForIndex(
  { content, saidAt, note }: Pick<Memory, 'content' | 'saidAt' | 'note'>,
  stemmer: Stemmer,
): Pick<ReadDraft, 'terms' | 'passages' | 'traits'> {
  const reading = new ReadText(content);
  const language = detectLanguage(reading);
  const indexed = indexNote(reading, note ?? null, language, stemmer);
  return forIndex(
    indexed,
    readDates(indexed.prose, saidAt, language).length > 0,
    readCauses(indexed.prose).length > 0,
  );
}

/** Notes are also indexed under their fields and the questions they answer. */
function indexNote(
  content: ReadText,
  note: Pick<Note, 'about' | 'is' | 'aspect' | 'value' | 'asks'> | null,
  language: string,
  stemmer: Stemmer,
): IndexedTerms {
  const read = indexTerms(content, language, stemmer);
  const last = read.passages.at(-1);
  if (note === null || last === undefined) return read;
  const { about, is, aspect, value, asks } = note;
  const added = contentTerms(
    [about, is ?? '', aspect, value, ...asks].join('\n'),
    language,
    stemmer,
  );
  return {
    ...read,
    terms: [...read.terms, ...added],
    passages: [...read.passages.slice(0, -1), { ...last, terms: [...last.terms, ...added] }],
  };
}

function forIndex(
  { terms, passages, code, prose }: IndexedTerms,
  date: boolean,
  cause: boolean,
): Pick<ReadDraft, 'terms' | 'telling' | 'tellingWords' | 'passages' | 'traits'> {
  const telling = distinctiveTerms(terms);
  return {
    terms,
    telling,
    tellingWords: new Set(telling),
    passages,
    traits: traitBits({
      ...readUtterance(prose),
      date,
      cause,
      code,
      intention: readIntention(prose) !== null,
      procedure: readProcedure(prose) !== null,
    }),
  };
}

type Manner = Readonly<Record<Trait, boolean>>;

function traitBits(held: Manner): number {
  return (Object.keys(held) as Trait[]).reduce(
    (bits, trait) => (held[trait] ? bits | TRAITS[trait] : bits),
    0,
  );
}

/** An input whose pictures have been read. */
export interface PicturedInput extends ProtectedInput {
  readonly pictures: readonly Picture[];
  /** Its content, as text that is analysed only once. */
  readonly reading: ReadText;
}

/**
 * Reads the pictures of a batch sequentially: each may decode to a hundred megabytes. An unreadable one rejects the
 * batch, naming the field, before anything is written.
 */
export async function readPictures(
  inputs: readonly ProtectedInput[],
  path: (at: number) => string,
  ports: PicturePorts,
): Promise<PicturedInput[]> {
  const read: PicturedInput[] = [];
  for (const [at, input] of inputs.entries()) {
    const pictures: Picture[] = [];
    for (const [place, image] of input.images.entries())
      pictures.push(await readPicture(image, `${path(at)}.images.${place}`, ports));
    read.push({
      ...input,
      pictures,
      reading: new ReadText(input.content),
      hash: hashWith(
        input.hash,
        pictures.map(({ record }) => record),
      ),
    });
  }
  return read;
}

/**
 * For an input waiting for its commit: reads its pictures now and stores their bytes, because a file may be gone by
 * then.
 */
export async function pinPictures(raw: RememberInput, ports: PicturePorts): Promise<RememberInput> {
  const { images } = parseInput(RememberInput, raw, 'input');
  if (images === undefined) return raw;
  const pinned: NonNullable<RememberInput['images']> = [];
  for (const [place, image] of images.entries()) {
    const field = `input.images.${place}`;
    const { bytes, name, alt } = await openPicture(image, field, ports.reader);
    const kept = { bytes, ...(name === null ? {} : { name }), ...(alt === null ? {} : { alt }) };
    await readPicture(kept, field, ports);
    pinned.push(kept);
  }
  return { ...raw, images: pinned };
}

/** The hash of a memory with pictures: other pictures make it another memory, another order does not. */
export function hashWith(hash: string, images: readonly MemoryImage[]): string {
  if (images.length === 0) return hash;
  return createHash('sha256')
    .update(JSON.stringify([hash, ...shaOf(images)]))
    .digest('base64url')
    .slice(0, 22);
}

/** Whether both have the same picture files. */
export function samePictures(read: readonly Picture[], images: readonly MemoryImage[]): boolean {
  return (
    read.length === images.length &&
    shaOf(read.map(({ record }) => record)).join() === shaOf(images).join()
  );
}

/** What the index stores of a memory's pictures. */
export function pictureCodes(
  { id, pictures }: { readonly id: MemoryId; readonly pictures: readonly Picture[] },
  space: PicturePorts['space'],
): Embedding[] {
  if (pictures.length === 0) return [];
  return [
    {
      memory: id,
      space: space.name,
      encoder: space.id,
      vector: space.pack(pictures.map(({ code }) => code)),
    },
  ];
}

function shaOf(images: readonly MemoryImage[]): string[] {
  return images.map(({ sha256 }) => sha256).sort();
}
