import { readFileSync } from 'node:fs';
import { projectFile } from './project-file.js';
import type { RememberInput } from '../packages/core/src/domain/input.js';
import { SEEN_NEEDS, SEEN_OTHERS } from './data/feedback-needs.js';
import { UNSEEN_NEEDS, UNSEEN_OTHERS } from './data/feedback-needs-unseen.js';
import { readLocomo } from './locomo-data.js';

/** Questions on one bank; an answer is the name of a turn. */
export interface FeedbackCase {
  readonly name: string;
  readonly turns: readonly RememberInput[];
  readonly askedAt: number;
  readonly needs: readonly {
    readonly gold: ReadonlySet<string>;
    readonly first: string;
    readonly near: readonly string[];
    readonly far: readonly string[];
  }[];
  readonly others: readonly { readonly gold: ReadonlySet<string>; readonly question: string }[];
}

const SAMPLE = 'samples/kitchen-and-code.jsonl';

/** The sample with the needs written for it: the half that shaped the learning, or the half that did not. */
export function sampleCase(unseen: boolean): FeedbackCase {
  const needs = unseen ? UNSEEN_NEEDS : SEEN_NEEDS;
  const others = unseen ? UNSEEN_OTHERS : SEEN_OTHERS;
  const golden = (lines: readonly number[]): ReadonlySet<string> =>
    new Set(lines.map((line) => `line ${line}`));
  return {
    name: unseen ? 'sample, unseen needs' : 'sample, seen needs',
    turns: readFileSync(projectFile(SAMPLE), 'utf8')
      .trim()
      .split('\n')
      .map((text, at) => {
        const { content, speaker, session, timestamp } = JSON.parse(text) as {
          content: string;
          speaker: string;
          session: string;
          timestamp: string;
        };
        return { content, speaker, session, turn: `line ${at + 1}`, saidAt: timestamp };
      }),
    askedAt: Date.UTC(2025, 9, 27),
    needs: needs.map(({ lines, first, near, again }) => ({
      gold: golden(lines),
      first,
      near,
      far: again,
    })),
    others: others.map(({ lines, question }) => ({ gold: golden(lines), question })),
  };
}

const ADVERSARIAL = 5;
/** Frames into which a question is put when it is asked again. */
const FRAMES: readonly ((question: string) => string)[] = [
  (question) => `Remind me: ${lowered(question)}`,
  (question) => `I need to know this once more. ${question}`,
];

/**
 * Every second question of each conversation is a need, asked again in a frame and without one of its words; the
 * others are unrelated. Two questions of one evidence never stand on both sides.
 */
export function locomoCases(path: string, below: (limit: number) => number): FeedbackCase[] {
  return readLocomo(path).map(({ id, turns, questions, askedAt }) => {
    const answered = questions.filter(
      ({ category, evidence }) => category !== ADVERSARIAL && evidence.length > 0,
    );
    const needs = answered.filter((_, at) => at % 2 === 0);
    const wanted = new Set(needs.flatMap(({ evidence }) => evidence));
    return {
      name: id,
      turns,
      askedAt,
      needs: needs.map(({ text, evidence }) => ({
        gold: new Set(evidence),
        first: text,
        near: FRAMES.map((frame) => frame(withoutOne(text, below))),
        far: [],
      })),
      others: answered
        .filter(({ evidence }, at) => at % 2 === 1 && !evidence.some((turn) => wanted.has(turn)))
        .map(({ text, evidence }) => ({ gold: new Set(evidence), question: text })),
    };
  });
}

/** The question without one of its longer words, but for names and its first word. */
function withoutOne(question: string, below: (limit: number) => number): string {
  const words = question.split(' ');
  const spare = words.flatMap((word, at) => (at > 0 && /^[a-z]{4,}\W*$/.test(word) ? [at] : []));
  if (spare.length < 2) return question;
  const left = spare[below(spare.length)];
  return words.filter((_, at) => at !== left).join(' ');
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
