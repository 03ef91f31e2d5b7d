import type { Memory } from '../domain/memory.js';
import { detectLanguage } from '../language/detect-language.js';
import { GIVEN_NAMES } from '../language/names/gazetteer.js';
import { normaliseName } from '../language/names/name-spelling.js';
import { readingStep, ReadText } from '../language/read-text.js';
import { ENGLISH_STOP_WORDS, isStopWord } from '../language/segmentation.js';
import {
  type MetadataSubject,
  type MetadataDisagreement,
  fieldOf,
  fields,
  sourceClaims,
  timeClaims,
} from './metadata-claims.js';

const LANGUAGE = fields('language lang locale inlanguage');
const TYPE = fields('language lang type format mime mimetype contenttype syntax');
const TITLE = fields('title headline subject');
const ABOUT = fields('summary rationale description abstract reason');
/** Codes and names of languages that can be distinguished reliably. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  'en,english de,german,deutsch fr,french,français es,spanish,español it,italian,italiano pt,portuguese,português nl,dutch sv,swedish pl,polish ru,russian uk,ukrainian ja,japanese zh,chinese ko,korean ar,arabic hi,hindi tr,turkish el,greek he,hebrew'
    .split(' ')
    .flatMap((names) =>
      names.split(',').map((name): [string, string] => [name, names.slice(0, 2)]),
    ),
);
const PROGRAMMING = fields(
  'javascript typescript python java rust go c cpp c++ csharp ruby php kotlin swift sql bash shell code html xml css yaml application/json json text/html source',
);
/** Symbols and words typical of code and rare in prose. */
const CODE_SIGNS =
  /[{}();=<>[\]]|=>|\b(?:def|function|class|import|return|const|let|var|if|for|while|SELECT|FROM|echo|sudo|print)\b|^[ \t]*[#/$-]/m;
/** Minimum sizes for judging a text by its words: letters for its language, content words for its topic. */
const [MIN_LETTERS, MIN_TOLD, MIN_TITLE, MIN_ABOUT] = [60, 12, 3, 5];
const [OTHER_LANGUAGE, NO_CODE, NO_JSON, OTHER_SPEAKER, OTHER_TITLE, OTHER_MATTER] = [
  0.35, 0.4, 0.35, 0.35, 0.25, 0.5,
];
/** Minimum share of an English text's words that are among the commonest. */
const ENGLISH_SHARE = 0.2;

/** Compares metadata with the content itself: its language, its form, its speaker, its topic. */
function contentClaims(described: MetadataSubject): MetadataDisagreement[] {
  return [
    ...languageClaim(described),
    ...codeClaim(described),
    ...speakerClaim(described),
    ...matterClaims(described),
  ];
}

function languageClaim({ content, language, metadata }: MetadataSubject): MetadataDisagreement[] {
  const field = fieldOf(metadata, LANGUAGE);
  if (field === null || content.length < MIN_LETTERS) return [];
  const declared = LANGUAGES.get(field.value.toLowerCase().split(/[-_]/)[0] ?? '');
  if (declared === undefined || declared === language || (language === 'en' && !isEnglish(content)))
    return [];
  return [
    {
      weight: OTHER_LANGUAGE,
      reason: `${field.name} says ${field.value}, but it is written in ${language}`,
    },
  ];
}

/** English is the default of detection; here it needs evidence. */
function isEnglish(content: string): boolean {
  const words =
    content
      .slice(0, 800)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return (
    words.filter((word) => ENGLISH_STOP_WORDS.has(word)).length >= ENGLISH_SHARE * words.length
  );
}

function codeClaim({ content, metadata }: MetadataSubject): MetadataDisagreement[] {
  const field = fieldOf(metadata, TYPE);
  if (field === null || content.length < MIN_LETTERS || !PROGRAMMING.has(field.value.toLowerCase()))
    return [];
  if (/json/i.test(field.value))
    return isJson(content)
      ? []
      : [{ weight: NO_JSON, reason: `${field.name} says ${field.value}, but it is none` }];
  return CODE_SIGNS.test(content) && !isProse(content)
    ? []
    : [{ weight: NO_CODE, reason: `${field.name} says ${field.value}, but it reads as prose` }];
}

/** Sentences of plain words, and hardly any symbol of code in them. */
function isProse(content: string): boolean {
  const signs = content.match(/[{}();=<>[\]|&$#`\\]|^[ \t]{2,}\S/gm)?.length ?? 0;
  return isEnglish(content) && signs * 60 < content.length && /[.!?](?:\s|$)/.test(content);
}

function isJson(content: string): boolean {
  const fenced = content.replace(/^\s*```\w*\n|\n```\s*$/g, '').trim();
  try {
    JSON.parse(fenced);
    return true;
  } catch {
    // JSON Lines and fragments of a longer document count as JSON.
    return /^[[{"]/.test(fenced) || /[\]}"],?$/.test(fenced);
  }
}

/** The author that a text claims. */
const NAMES_ITSELF = [
  /^(?:From|Von|De): ?(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)/u,
  /^(\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)?:\s/u,
  /\b(?:[Mm]y name is|[Mm]ein Name ist|[Jj]e m’appelle|[Mm]e llamo) (\p{Lu}\p{Ll}+)/u,
  /\b(?:[Tt]his is) (\p{Lu}\p{Ll}+) (?:speaking|writing|here)\b/u,
];

function speakerClaim({ content, reading, speaker }: MetadataSubject): MetadataDisagreement[] {
  if (speaker === null || !/^\p{Lu}\p{Ll}+/u.test(speaker)) return [];
  const own = new Set(normaliseName(speaker).split(' '));
  const head = (reading ?? new ReadText(content)).part(0, Math.min(400, content.length));
  for (const form of NAMES_ITSELF) {
    const name = head.exec(form)?.[1];
    if (name === undefined) continue;
    const parts = normaliseName(name).split(' ');
    // A leading label counts only if it is a known given name; one name may be short for the other.
    if (
      !parts.some((part) => GIVEN_NAMES.has(part)) ||
      parts.some((part) =>
        [...own].some(
          (each) =>
            each === part || each.startsWith(part.slice(0, 3)) || part.startsWith(each.slice(0, 3)),
        ),
      )
    )
      continue;
    return [
      {
        weight: OTHER_SPEAKER,
        reason: `said to be by ${speaker}, but gives its own name as ${name}`,
      },
    ];
  }
  return [];
}

function matterClaims({
  content,
  language,
  metadata,
  session,
}: MetadataSubject): MetadataDisagreement[] {
  const about = fieldOf(metadata, ABOUT);
  // The title of a conversation or a book applies to all its parts.
  const title =
    session === null && metadata['heading'] === undefined ? fieldOf(metadata, TITLE) : null;
  if (about === null && title === null) return [];
  const told = contentPrefixes(content, language);
  if (told.size < MIN_TOLD) return [];
  const foreign = (field: typeof about, least: number): boolean => {
    if (
      field === null ||
      (field.value.length >= MIN_LETTERS && detectLanguage(field.value) !== language)
    )
      return false;
    const words = contentPrefixes(field.value, language);
    return words.size >= least && [...words].every((word) => !told.has(word));
  };
  return [
    ...(foreign(about, MIN_ABOUT)
      ? [
          {
            weight: OTHER_MATTER,
            reason: `${about?.name ?? ''} speaks of other things: “${shortened(about?.value ?? '')}”`,
          },
        ]
      : []),
    ...(foreign(title, MIN_TITLE)
      ? [
          {
            weight: OTHER_TITLE,
            reason: `${title?.name ?? ''} shares no word with it: “${shortened(title?.value ?? '')}”`,
          },
        ]
      : []),
  ];
}

/** Content words by their first letters, so that endings do not matter. */
function contentPrefixes(text: string, language: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}|\p{Script=Han}/gu) ?? [];
  return new Set(
    words.filter((word) => !isStopWord(word, language)).map((word) => word.slice(0, 4)),
  );
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** How far a memory's metadata disagrees with its content. */
export interface Mismatch {
  /** 0..1. */
  readonly score: number;
  /** What disagrees, in words, by descending weight. */
  readonly reasons: readonly string[];
}

/**
 * Compares content with its metadata: the claimed source with who brought it; its dates with the dates it names and
 * with today; a natural or programming language with the one it is in; its speaker with the name it gives itself; a
 * title, summary or reason with its topic. Null if nothing disagrees. Pure, no model.
 */
export const findMismatch = readingStep('metadata', () => null, mismatchIn);

function mismatchIn(described: MetadataSubject): Mismatch | null {
  const found: MetadataDisagreement[] = [
    ...sourceClaims(described),
    ...timeClaims(described),
    ...contentClaims(described),
  ].sort((a, b) => b.weight - a.weight);
  if (found.length === 0) return null;
  const agreed = found.reduce((rest, { weight }) => rest * (1 - weight), 1);
  return {
    score: Math.round((1 - agreed) * 1000) / 1000,
    reasons: found.map(({ reason }) => reason),
  };
}

/** A cache: the result for a memory never changes. */
const FOUND = new WeakMap<Memory, Mismatch | null>();

/** {@link findMismatch} for a stored memory, by its first provenance. */
export function mismatchOf(memory: Memory): Mismatch | null {
  const known = FOUND.get(memory);
  if (known !== undefined) return known;
  const [first] = memory.provenance;
  const found = findMismatch({
    ...memory,
    source: first?.source ?? 'web',
    origin: first?.origin ?? null,
  });
  FOUND.set(memory, found);
  return found;
}
