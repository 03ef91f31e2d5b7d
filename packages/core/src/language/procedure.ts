import { readInstruction } from './prohibitions.js';
import { ReadText, type Readable } from './read-text.js';
import { readingStep } from './reading-step.js';

/** A procedure stated in a text. */
export interface Procedure {
  /** Its purpose. */
  readonly name: string;
  /** In order; there is at least one step or one thing to avoid. */
  readonly steps: readonly string[];
  /** What must not be done, as written. */
  readonly avoids: readonly string[];
}

const NUMBERED = /^\s*(?:\d{1,2}[.)]|step \d{1,2}[:.)]?)\s+(\S.*)$/isu;
const BULLET = /^\s*[-*•]\s+(?!\[)(\S.*)$/su;
/** A bulleted list may be anything, unless its title speaks of steps. */
const TITLE =
  /\b(?:how to|how you|steps?|procedure|instructions?|recipe|runbook|playbook|checklist|workflow|to \p{L}+ (?:a|an|the|your|our|my)\b)/iu;
const HOW_TO = /^\W*how (?:to|we|you|i) (?<name>[^:?\n]{3,100}): *(?<rest>\S.*)$/isu;
/** “To rotate the keys, run make keys.” */
const PURPOSE =
  /(?:^|[.!\n] ?)(?:in order )?to (?<name>(?!me\b|be honest|the\b|my\b|our\b|a\b|an\b)\p{Ll}[^,.:;\n]{2,90})[,:] {0,9}(?<rest>(?:first|always|just|simply|make sure|you (?:need|have|must|can|should)|we (?:always|first)|never|run|use|open|go|press|click|call|set|add|put|take|turn|type|check|copy|create|remove|delete|start|stop|restart|install|edit|export|import|move|push|pull|wait|mix|heat|cut|boil|rinse|select|enable|disable|send|ask|write|read|log|drain|unplug|hold|fill|place|pour|stir|bake|close|switch|apply|replace)\b[^\n]*)/iu;
/** Imperatives; “first we went …, then …” is a story. */
const SEQUENCE =
  /(?:^|[.!?:\n] {0,9})(?:you )?(?<told>first(?:ly)?,? (?!i\b|we\b|he\b|she\b|they\b|it\b|there\b|my\b|our\b|the\b|a\b|time\b|\p{L}{1,30}ed\b|went\b|was\b|had\b|met\b|got\b|came\b|saw\b|took\b)\p{L}[^;.\n]{2,160}?[,;.] {0,9}(?:and )?(?:then|next|after that),? (?!i\b|we\b|he\b|she\b|they\b|it\b)[^;.\n]{3,400})/iu;
/** “Final menu: me, by Sunday.” “Chairs (Ana)”: assignments. */
const ASSIGNED =
  /(?::|\s[-–—]|\s\()\s*(?:me|you|us|I|we|both|@?\p{Lu}[\p{L}'-]+)(?: (?:and|&) (?:me|you|I|\p{Lu}[\p{L}'-]+))?\)?(?:,? (?:by|until|before|on|due|same day|this|next)\b[^.]*)?(?:[.,;]|$)/u;
const LONGEST_NAME = 100;

/** The procedure that the text states, or null. By rules, English; linear in the text. */
export const readProcedure = readingStep('procedures', () => null, procedureIn);

function procedureIn(given: Readable): Procedure | null {
  const text = ReadText.of(given);
  return readList(text.text) ?? readHowTo(text) ?? readPurpose(text) ?? readSequence(text);
}

function readList(text: string): Procedure | null {
  if (!text.includes('\n')) return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = (form: RegExp): string[] =>
    lines.flatMap((line) => form.exec(line)?.[1]?.trim() ?? []);
  const title =
    lines
      .find((line) => !NUMBERED.test(line) && !BULLET.test(line))
      ?.replace(/^[#\s>]+|(?<![:\s])[:\s]+$/gu, '') ?? '';
  const numbered = items(NUMBERED);
  // A list of who does what is no procedure, unless it says so.
  const assigned = numbered.filter((item) => ASSIGNED.test(item)).length * 2 > numbered.length;
  const called = TITLE.test(title);
  const steps =
    numbered.length >= 2 ? (assigned && !called ? [] : numbered) : called ? items(BULLET) : [];
  return steps.length < 2 ? null : procedure(title === '' ? (steps[0] ?? '') : title, steps);
}

function readHowTo(text: ReadText): Procedure | null {
  const { name, rest } = text.exec(HOW_TO)?.groups ?? {};
  return name === undefined || rest === undefined ? null : procedure(name, split(rest));
}

function readPurpose(text: ReadText): Procedure | null {
  const { name, rest } = text.exec(PURPOSE)?.groups ?? {};
  return name === undefined || rest === undefined ? null : procedure(name, split(rest));
}

function readSequence(text: ReadText): Procedure | null {
  const told = text.exec(SEQUENCE)?.groups?.['told'];
  return told === undefined ? null : procedure(text.text, split(told));
}

/** What must not be done is never a step. */
function procedure(name: string, items: readonly string[]): Procedure {
  const read = items.map(readInstruction);
  return {
    name: shorten(name),
    steps: read.flatMap(({ steps }) => steps),
    avoids: read.flatMap(({ avoids }) => avoids),
  };
}

/** Steps in running text: split at “then” and the like, else by sentences. */
function split(rest: string): string[] {
  const parts = rest
    .split(/(?:[,;.]\s*|\s)(?:and )?(?:then|next|after that|finally|lastly)\b,?\s*|[.;]\s+/iu)
    .map((part) =>
      part.replace(/^(?:first(?:ly)?,?\s+)/iu, '').replace(/(?<![.,;\s])[.,;\s]+$/u, ''),
    );
  return parts.filter((part) => part !== '');
}

function shorten(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= LONGEST_NAME
    ? line
    : `${line.slice(0, LONGEST_NAME - 1).replace(/(?<!\s)\s+\S*$/u, '')}…`;
}
