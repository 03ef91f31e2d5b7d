import { z } from 'zod';
import { SessionId, type BankName } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import {
  hasNothing,
  isScratchFor,
  noted,
  ScratchInput,
  SessionNote,
  withScratch,
  ScratchNote,
  WorkingMemory,
  type KeptWorkingMemory,
} from '../../domain/working-memory.js';
import { countTokens } from '../../language/count-tokens.js';
import { keptId } from '../../safety/kept-id.js';
import { BankPrivacy, type PrivacyPorts } from '../../safety/bank-privacy.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const sessionViewShape = z.strictObject({
  session: SessionId,
  /** Null for a session without notes, or one that was cleared. */
  working: WorkingMemory.nullable(),
});
/** The working memory of a session, and whether it ever had any. */
export interface SessionView extends Of<typeof sessionViewShape> {}
export const SessionView: SchemaOf<SessionView, typeof sessionViewShape> = sessionViewShape;

const scratchpadShape = z.strictObject({
  session: SessionId,
  notes: z.array(ScratchNote),
  /** Notes that were dropped. */
  dropped: z.number(),
});
/** The notes that an agent may read after the operation, oldest first. */
export interface Scratchpad extends Of<typeof scratchpadShape> {}
export const Scratchpad: SchemaOf<Scratchpad, typeof scratchpadShape> = scratchpadShape;

/** Notes are for those whom they are for. */
function withoutScratch({ scratch: _, given: __, ...working }: KeptWorkingMemory): WorkingMemory {
  return working;
}

/** Nothing was noted of it: it was only given contexts. */
const isOnlyGiven = (working: KeptWorkingMemory): boolean =>
  working.given !== undefined && working.scratch === undefined && hasNothing(working);

/**
 * The working memory of one session. Made by `Mneme.session`. It outlives the process, is visible to no
 * other session, and is no memory: recall reads it only to understand a question asked within the session.
 */
export class SessionMemory {
  constructor(
    readonly id: SessionId,
    private readonly bank: () => Promise<BankName>,
    private readonly parts: PrivacyPorts,
  ) {}

  /** Its name in the file: without what the bank removes from names. */
  async #key(bank: BankName): Promise<SessionId> {
    return (await (await BankPrivacy.of(bank, this.parts)).namesAsKept({ session: this.id }))
      .session;
  }

  /**
   * Notes what was said, what happened, the task or its phase. Throws `invalid_input`, `read_only`,
   * `locked`, `disk_full`.
   */
  async note(input: Omit<SessionNote, 'session'> | string): Promise<WorkingMemory> {
    const note = parseInput(
      SessionNote,
      { ...(typeof input === 'string' ? { text: input } : input), session: this.id },
      'note',
    );
    const { store, clock } = this.parts;
    const bank = await this.bank();
    const { session: _, ...said } = note;
    const privacy = await BankPrivacy.of(bank, this.parts);
    const { value } = await privacy.clean(said);
    const { who: speaker = null } =
      said.speaker === undefined ? {} : await privacy.namesAsKept({ who: said.speaker });
    const session = await this.#key(bank);
    let after: KeptWorkingMemory | null = null;
    await store.reviseWorkingMemory(
      bank,
      session,
      (before) =>
        (after = noted(
          before,
          { ...value, session, ...(speaker === null ? {} : { speaker }) },
          clock.now(),
          countTokens,
        )),
    );
    if (after === null) throw new RangeError('a note left no working memory');
    return withoutScratch(after);
  }

  async show(): Promise<SessionView> {
    const bank = await this.bank();
    const working = await this.parts.store.workingMemory(bank, await this.#key(bank));
    return {
      session: this.id,
      working: working === null || isOnlyGiven(working) ? null : withoutScratch(working),
    };
  }

  /**
   * Adds, reads or drops an agent's notes of the session. Another agent's private notes are neither read
   * nor dropped. Throws `invalid_input`, `read_only`, `locked`.
   */
  async scratch(input: Omit<ScratchInput, 'session'>): Promise<Scratchpad> {
    const {
      action,
      agent: asked,
      content,
      privacy = 'private',
      tags = [],
    } = parseInput(ScratchInput, { ...input, session: this.id }, 'note');
    const agent = keptId(asked);
    const { store, clock } = this.parts;
    const bank = await this.bank();
    const session = await this.#key(bank);
    let notes = (await store.workingMemory(bank, session))?.scratch ?? [];
    let dropped = 0;
    if (action !== 'retrieve') {
      const { value } = await (
        await BankPrivacy.of(bank, this.parts)
      ).clean({ content: content ?? '', tags });
      await store.reviseWorkingMemory(bank, session, (before) => {
        const kept = (before?.scratch ?? []).filter(
          (note) => action === 'store' || note.agent !== agent || !isScratchFor(note, agent, tags),
        );
        dropped = (before?.scratch?.length ?? 0) - kept.length;
        const written =
          action === 'clear'
            ? []
            : [{ agent, content: value.content, privacy, tags: value.tags, at: clock.now() }];
        const after = withScratch(before, session, [...kept, ...written], clock.now());
        notes = after?.scratch ?? [];
        return after;
      });
    }
    return {
      session: this.id,
      notes: notes.filter((note) => isScratchFor(note, agent, action === 'retrieve' ? tags : [])),
      dropped,
    };
  }

  /** Clears all of it at once; it was never in the journal. Throws `read_only`, `locked`. */
  async clear(): Promise<SessionView> {
    const bank = await this.bank();
    await this.parts.store.reviseWorkingMemory(bank, await this.#key(bank), () => null);
    return { session: this.id, working: null };
  }
}

export function parseSessionId(id: string): SessionId {
  return parseInput(SessionId, id, 'session');
}
