import { holdsMark } from '../../domain/marks.js';
import type { Metadata, Source } from '../../domain/memory.js';
import type { GuardMode, Quarantine } from '../../domain/privacy.js';
import { readingStep } from '../../language/read-text.js';
import { sentences } from '../../language/segmentation.js';
import { decodeHidden, plainText, unquote } from './plain-text.js';
import { type CueGroup, type Segment, segmentOf } from './segment-features.js';
import {
  codeSignals,
  type Evidence,
  evidenceOf,
  judgeAttack,
  judgeTask,
  markupSignals,
  type Signal,
} from './signals.js';

/** The guard's verdict on a text. */
interface Scan {
  /** 0..1; from {@link SUSPICIOUS} on it counts as an attempt to command its reader. */
  readonly score: number;
  /** The signals that fired, strongest first, in words. */
  readonly reasons: readonly string[];
}

interface ScanOptions {
  /** Whether it is somebody's turn in a conversation, in which questions and requests are normal. */
  readonly utterance?: boolean;
}

export const SUSPICIOUS = 0.5;
/** Our own frame marks, however they are spelt: legitimate ones were removed with the text that they frame. */
const SPELLS_MARK: Signal = { weight: 0.65, reason: 'closes a frame that it did not open' };
/** Minimum number of words of a context to which a sentence can be foreign. */
const MIN_SURROUNDING = 12;
/** Beyond this number, sentences are judged in groups, so that a book takes no longer than a page. */
const MAX_SEGMENTS = 2_000;
const MAX_PARTS = 12;
const MIN_WORDS = 3;
/**
 * Added logits for a command unrelated to its context: role play, memory and tools are ordinary words, at home in
 * texts about them.
 */
const FOREIGN_GAIN = 1.5;
/** Subtracted logits if the surrounding text mentions the same things without commanding: it is about such things. */
const HOME_GAIN = 1.5;
/** Minimum probability for a fitted classifier to count at all. */
const MIN_VOICE = 0.35;

/**
 * Whether a text tries to command its reader: by independent signals, none of them a list of phrases. Two fitted
 * classifiers of each sentence, groups of cues close together, marks of a conversation's frame, hidden and disguised
 * letters, encodings of a command, harmful code, and how foreign a request is to its context. Signals are combined as
 * independent probabilities. Linear in the length. OWASP LLM01.
 */
export const scanText = readingStep(
  'commands',
  // Fail closed: what could not be screened is suspicious.
  (): Scan => ({ score: 1, reasons: ['it could not be screened for commands'] }),
  scanOf,
);

function scanOf(given: string, { utterance = false }: ScanOptions = {}): Scan {
  const { text, disguises } = plainText(given);
  const said = unquote(text);
  const segments = segmentsOf(said.text);
  const signals: Signal[] = [
    ...(holdsMark(given) ? [SPELLS_MARK] : []),
    ...markupSignals(text),
    ...codeSignals(text),
    ...segmentSignals(segments, !utterance),
  ];
  const hidden = decodeHidden(text).flatMap(({ text: decoded, way }) => {
    const [best] = strongest(segmentSignals(segmentsOf(decoded), false));
    return best !== undefined && best.weight >= MIN_VOICE
      ? [{ weight: Math.min(0.99, best.weight + 0.4), reason: `a command hidden in ${way}` }]
      : [];
  });
  const command = strongest([...signals, ...hidden])[0]?.weight ?? 0;
  const veils = disguises.map((reason): Signal => ({
    weight: /cannot be seen|invisible/.test(reason) ? 0.6 : command > 0.2 ? 0.6 : 0.2,
    reason,
  }));
  const scan = joined([...signals, ...hidden, ...veils]);
  const reported = reportedSignal(said.mentions);
  return reported === null
    ? scan
    : { score: Math.max(scan.score, reported.weight), reasons: [...scan.reasons, reported.reason] };
}

/** Independent probabilities: each uncertain, together more certain. Signals with the same reason count once. */
function joined(signals: readonly Signal[]): Scan {
  const spoken = strongest(signals).filter(({ weight }) => weight >= 0.15);
  const score = 1 - spoken.reduce((rest, { weight }) => rest * (1 - weight), 1);
  return { score, reasons: spoken.map(({ reason }) => reason) };
}

function strongest(signals: readonly Signal[]): Signal[] {
  const best = new Map<string, Signal>();
  for (const signal of signals)
    if (signal.weight > (best.get(signal.reason)?.weight ?? 0)) best.set(signal.reason, signal);
  return [...best.values()].sort((a, b) => b.weight - a.weight);
}

/** The sentences of a text. */
export function segmentsOf(text: string): Segment[] {
  return sentences(text)
    .slice(0, MAX_SEGMENTS)
    .map(({ text: sentence, start }) => segmentOf(sentence, start));
}

/** Too few words to judge; scripts without spaces have one word per sentence. */
function isSentence({ words, text }: Segment): boolean {
  return words.length >= MIN_WORDS || /[^\u0000-\u024f]{4}/.test(text);
}

/**
 * A sentence and its parts between punctuation marks: what is hidden after "Inc." or a colon is judged by itself,
 * too.
 */
export function withParts(segment: Segment): Segment[] {
  const parts = segment.text
    .split(/(?<=[.:;!?|>)"\]])\s+(?=[\p{Lu}"'“¿¡<[])|\s[-–—|•·]\s/u)
    .filter((part) => part.length > 8);
  return parts.length < 2
    ? [segment]
    : [segment, ...parts.slice(0, MAX_PARTS).map((part) => segmentOf(part, segment.start))];
}

function segmentSignals(segments: readonly Segment[], document: boolean): Signal[] {
  const surroundings = document ? surroundingsOf(segments) : null;
  const read = segments.map((segment) => judged(segment));
  const calm = calmGroups(read);
  return read
    .flatMap((whole) =>
      withParts(whole.segment).map((part) =>
        part === whole.segment ? whole : { ...judged(part), whole },
      ),
    )
    .flatMap((each) => {
      const { segment, evidence, probability } = each;
      const foreign =
        surroundings === null
          ? 0
          : foreignness(segment, surroundings) *
            (1 - Math.min(1, restless(read, 'whole' in each ? each.whole : each) / RESTLESS));
      const attack = shifted(
        probability,
        FOREIGN_GAIN * foreign -
          HOME_GAIN * homeliness(segment, 'whole' in each ? each.whole : each, calm),
      );
      const signals: Signal[] =
        attack >= MIN_VOICE && isSentence(segment)
          ? [{ weight: attack * 0.95, reason: 'reads like a command to an assistant' }]
          : [];
      const cue = cueSignal(segment);
      if (cue !== null) signals.push(cue);
      if (foreign > 0) {
        const task = judgeTask(evidence) * foreign;
        if (task >= MIN_VOICE)
          signals.push({
            weight: task,
            reason: 'asks for work that is foreign to the text around it',
          });
      }
      return signals;
    });
}

/** Weight of a command that is only reported: it addresses nobody here. */
const REPORTED = 0.45;

function reportedSignal(mentions: readonly string[]): Signal | null {
  const best = Math.max(
    0,
    ...mentions
      .flatMap((mention) => segmentSignals(segmentsOf(mention), false))
      .map(({ weight }) => weight),
  );
  return best < MIN_VOICE
    ? null
    : { weight: best * REPORTED, reason: 'quotes a command to an assistant' };
}

function shifted(probability: number, by: number): number {
  const odds = (probability / Math.max(1e-9, 1 - probability)) * Math.exp(by);
  return odds / (1 + odds);
}

/** Scripts of languages that put the verb last. */
const VERB_LAST = /[\u0600-\u06ff\u0900-\u097f]/;

/** Groups of cues that make a command when close to each other. */
function cueSignal({ cues, words, text }: Segment): Signal | null {
  if (cues.size < 2) return null;
  const near = (...groups: readonly Parameters<typeof cues.get>[0][]): boolean => {
    const places = groups.map((group) => cues.get(group));
    if (places.includes(undefined)) return false;
    const known = places as number[];
    return Math.max(...known) - Math.min(...known) <= 9;
  };
  if (
    near('override', 'prior', 'instruction') &&
    (cues.get('override') ?? Infinity) <= (VERB_LAST.test(text) ? 9 : 6)
  )
    return { weight: 0.6, reason: 'sets earlier instructions aside' };
  if (near('disclose', 'instruction', 'prior') || near('disclose', 'instruction', 'machine'))
    return { weight: 0.4, reason: 'asks for instructions that are not its own' };
  if (near('conceal', 'machine') || near('conceal', 'send'))
    return { weight: 0.45, reason: 'wants something kept from the user' };
  if (near('machine', 'override') && words.length < 40)
    return { weight: 0.3, reason: 'speaks to a machine' };
  return null;
}

interface Judged {
  readonly segment: Segment;
  readonly evidence: Evidence;
  readonly probability: number;
}

function judged(segment: Segment): Judged {
  const evidence = evidenceOf(segment);
  return { segment, evidence, probability: judgeAttack(evidence) };
}

/** Topics of attacks that hardly occur in other texts. */
const TELLING_GROUPS: ReadonlySet<CueGroup> = new Set<CueGroup>([
  'override',
  'instruction',
  'machine',
  'secret',
  'role',
  'memory',
  'conceal',
  'tool',
  'principal',
  'dialogue',
]);
/** Below this probability, a sentence mentions its topic without commanding. */
const CALM = 0.3;

/** From this average on, the whole text commands, so no command in it is foreign. */
const RESTLESS = 0.4;

/** Mean probability that the other sentences command. */
function restless(read: readonly Judged[], own: Judged): number {
  return read.length < 2
    ? 0
    : (read.reduce((sum, { probability }) => sum + probability, 0) - own.probability) /
        (read.length - 1);
}

/** For each topic of attacks, the number of sentences that mention it without commanding. */
function calmGroups(read: readonly Judged[]): ReadonlyMap<CueGroup, number> {
  const counts = new Map<CueGroup, number>();
  for (const { segment, probability } of read)
    if (probability < CALM)
      for (const group of segment.cues.keys()) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}

/** 1 if everything that a sentence shares with attacks is mentioned without commanding around it, 0 if nothing is. */
function homeliness({ cues }: Segment, whole: Judged, calm: ReadonlyMap<CueGroup, number>): number {
  const telling = [...cues.keys()].filter((group) => TELLING_GROUPS.has(group));
  if (telling.length === 0) return 0;
  const own = whole.probability < CALM ? 1 : 0;
  return telling.filter((group) => (calm.get(group) ?? 0) > own).length / telling.length;
}

interface Surroundings {
  readonly counts: ReadonlyMap<string, number>;
  readonly words: number;
  /**
   * Sum over the sentences of the share of their content words that others contain, too; and the number of these
   * sentences.
   */
  readonly shares: number;
  readonly sentences: number;
}

/** Counts of content words in the whole text, by their first letters, and how far its sentences share them. */
function surroundingsOf(segments: readonly Segment[]): Surroundings {
  const counts = new Map<string, number>();
  let words = 0;
  for (const segment of segments) {
    words += segment.words.length;
    for (const word of new Set(segment.telling)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const telling = segments.filter((segment) => segment.telling.length > 1);
  return {
    counts,
    words,
    shares: telling.reduce((sum, segment) => sum + shareSaid(segment, counts), 0),
    sentences: telling.length,
  };
}

function shareSaid({ telling }: Segment, counts: ReadonlyMap<string, number>): number {
  const own = new Set(telling);
  let shared = 0;
  for (const word of own) if ((counts.get(word) ?? 0) > 1) shared++;
  return own.size === 0 ? 0 : shared / own.size;
}

/** Number of surrounding words from which a text is a full context. */
const FULL_SURROUNDING = 20;
/** If the other sentences share this much, a text is fully coherent. */
const COHERENT = 0.06;
/** Factor of foreignness in an incoherent text: there, only a certain classifier counts. */
const LOOSE = 0.8;

/**
 * 1 if none of its content words occurs elsewhere in the text, 0 if most do. Less if the surrounding text is short,
 * or incoherent: if no two sentences share a word, none of them is foreign.
 */
function foreignness(
  segment: Segment,
  { counts, words, shares, sentences: count }: Surroundings,
): number {
  const around = words - segment.words.length;
  const own = new Set(segment.telling).size;
  if (around < MIN_SURROUNDING || own < 2) return 0;
  const share = shareSaid(segment, counts);
  const coherence = count < 2 ? 0 : (shares - share) / (count - 1);
  return (
    Math.max(0, 1 - 1.2 * share) *
    Math.min(1, own / 3) *
    Math.min(1, around / FULL_SURROUNDING) *
    (LOOSE + (1 - LOOSE) * Math.min(1, coherence / COHERENT))
  );
}

/** The parts of an input that are screened. */
export interface Screened {
  readonly content: string;
  readonly metadata: Metadata;
  /** Every other text that came with it, by field name. */
  readonly labels: readonly (readonly [field: string, text: string])[];
  readonly source: Source;
  /** Whether it is somebody's turn in a conversation. */
  readonly utterance: boolean;
}

/** Minimum score for quarantine, by source. What the user says is the user's own wish. */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: 0.7,
  tool: SUSPICIOUS,
  web: SUSPICIOUS,
};
/** A shorter field value is a label. */
const MIN_FIELD = 24;
/** Three words: fewer name something and state nothing. */
const SAYS_SOMETHING = /\S\s+\S+\s+\S/;

/** Why an input should be quarantined; null if it may be stored. */
export function screen(
  { content, metadata, labels, source, utterance }: Screened,
  mode: GuardMode,
): Quarantine | null {
  if (mode === 'off' || HELD_FROM[source] === Infinity) return null;
  const values = Object.values(metadata).filter((value) => typeof value === 'string');
  const texts = values.filter((value) => value.length >= MIN_FIELD);
  const short = [...Object.keys(metadata), ...values.filter((value) => value.length < MIN_FIELD)];
  const scans = [
    // Text of a web page is never an utterance, whatever speaker it names.
    scanText([content, ...texts].join('\n'), { utterance: utterance && source !== 'web' }),
    ...[...labels, ...short.map((text) => ['metadata', text] as const)]
      .filter(([, text]) => mayCommand(text))
      .map(([field, text]) => within(field, scanText(text, { utterance: true }))),
  ];
  const { score, reasons } = scans.reduce((worst, scan) =>
    scan.score > worst.score ? scan : worst,
  );
  return score < HELD_FROM[source]
    ? null
    : { status: 'held', score: Math.round(score * 1000) / 1000, reasons };
}

/** Names are too many to scan; but every text is checked for a frame mark. */
function mayCommand(text: string): boolean {
  return text.length >= MIN_FIELD || SAYS_SOMETHING.test(text) || holdsMark(text);
}

function within(field: string, { score, reasons }: Scan): Scan {
  return { score, reasons: reasons.map((reason) => `${field}: ${reason}`) };
}
