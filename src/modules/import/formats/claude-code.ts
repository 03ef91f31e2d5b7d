import { claudeCodeEntry, type ClaudeCodeEntry } from './claude-code-entry.js';
import type { ImportItem, ImportReader, Place, ReadOptions } from '../item.js';
import { readJsonLines } from '../json-lines.js';
import { SessionClock } from '../session-clock.js';
import { malformed, shortOrigin, skipped, toItem } from '../to-item.js';
import { WorkLog } from './work-log.js';

/**
 * Claude Code's transcripts (`~/.claude/projects/…/*.jsonl`): what the person and the agent said, and after each of the agent's
 * turns a line on what it did: files changed, commands run. What tools printed, thinking, side conversations and the program's
 * own records are passed over.
 */
export const claudeCode: ImportReader = Object.freeze({
  name: 'claude-code',
  describes: 'Claude Code transcripts: JSONL files below ~/.claude/projects.',
  extensions: ['.jsonl'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*\{/.test(head) &&
      (/"(?:parentUuid|leafUuid|isSidechain)"\s*:/.test(head) ||
        /"type"\s*:\s*"(?:file-history-snapshot|queue-operation)"/.test(head))
    );
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const transcript = new Transcript(shortOrigin(options.origin), options.fallbackTime);
    yield* readJsonLines(chunks, (value, place) => transcript.take(value, place));
    yield* transcript.end();
  },
} satisfies ImportReader);

/** So short a text before a call of a tool only announces the call: "Let me look at the tests." */
const ANNOUNCEMENT = 200;

type Words = ClaudeCodeEntry & { readonly text: string };

class Transcript {
  readonly #clock: SessionClock;
  readonly #work = new WorkLog();
  #line = 1;
  /** The agent's latest words, until it is known whether a tool's call follows them. */
  #held: { readonly words: Words; readonly place: Place } | null = null;

  constructor(
    private readonly origin: string,
    fallbackTime: number,
  ) {
    this.#clock = new SessionClock(fallbackTime);
  }

  take(value: unknown, place: Place): readonly ImportItem[] {
    this.#line = place.line;
    const entry = claudeCodeEntry(value);
    if ('problem' in entry) return [malformed(place, entry)];
    for (const done of entry.done) this.#work.note(done);
    for (const failed of entry.failed) this.#work.fail(failed);
    if (entry.text === null)
      return [...(entry.goesOn ? this.#release(true) : []), skipped(place, entry.skip)];
    const before = this.#release(false);
    if (entry.source === 'user')
      return [...before, ...this.#worked(place), this.#message(entry, place)];
    this.#held = { words: entry, place };
    return [...before, ...(entry.goesOn ? this.#release(true) : [])];
  }

  /** What the agent said last, and did since the last message of the person. */
  end(): readonly ImportItem[] {
    return [...this.#release(false), ...this.#worked({ line: this.#line, bytes: 0 })];
  }

  #release(callFollows: boolean): ImportItem[] {
    const held = this.#held;
    this.#held = null;
    if (held === null) return [];
    return [
      callFollows && held.words.text.length < ANNOUNCEMENT
        ? skipped(held.place, 'bookkeeping')
        : this.#message(held.words, held.place),
    ];
  }

  #message(
    { text: content, source, session = this.origin, turn, saidAt, metadata }: Words,
    place: Place,
  ): ImportItem {
    return toItem(place, {
      content,
      kind: 'experience',
      source,
      speaker: source === 'user' ? 'user' : 'assistant',
      session,
      turn,
      origin: this.origin,
      metadata,
      ...this.#clock.next(session, saidAt),
    });
  }

  #worked(place: Place): ImportItem[] {
    const done = this.#work.take();
    if (done === null) return [];
    const { text, session = this.origin, turn, saidAt, metadata } = done;
    return [
      toItem(place, {
        content: text,
        kind: 'experience',
        source: 'agent',
        speaker: 'assistant',
        session,
        turn,
        origin: this.origin,
        metadata,
        tags: ['work'],
        ...this.#clock.next(session, saidAt),
      }),
    ];
  }
}
