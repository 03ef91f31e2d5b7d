import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { SessionId, type BankName } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import {
  hasNothing,
  isSaid,
  SAID,
  isScratchFor,
  noted,
  SessionInput,
  withScratch,
  ScratchNote,
  WorkingMemory,
  type StoredWorkingMemory,
  type ParsedSessionInput,
} from '../../domain/working-memory.js';
import { countTokens } from '../../language/count-tokens.js';
import { redactId } from '../../safety/personal/redact.js';
import { BankPrivacy, type PrivacyPorts } from '../../safety/bank-privacy.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const sessionViewShape = z.strictObject({
  session: SessionId,
  /** Null for a session without notes, or one that was cleared. */
  working: WorkingMemory.nullable(),
  /** The notes that the agent may read, oldest first; set if an agent is named. */
  notes: z.exactOptional(z.array(ScratchNote)),
  /** How many of its own notes were dropped; set if an agent is named. */
  dropped: z.exactOptional(z.number()),
});
/** The working memory of a session, and an agent's notes. */
export interface SessionView extends Of<typeof sessionViewShape> {}
export const SessionView: SchemaOf<SessionView, typeof sessionViewShape> = sessionViewShape;

/** Agents' notes are private to them. */
function withoutScratch({ scratch: _, given: __, ...working }: StoredWorkingMemory): WorkingMemory {
  return working;
}

/** The session has only given contexts or agents' notes, no working memory. */
const isOnlyScratch = (working: StoredWorkingMemory): boolean =>
  (working.given !== undefined || working.scratch !== undefined) && hasNothing(working);

/**
 * The working memory of one session. Created by `Mneme.session`. It outlives the process, is visible to no other
 * session, and is not part of the memory: recall uses it only to interpret queries within the session.
 */
export class SessionMemory {
  constructor(
    readonly id: SessionId,
    private readonly bank: () => Promise<BankName>,
    private readonly parts: PrivacyPorts,
  ) {}

  /** The session's name as stored: redacted by the bank's privacy policy. */
  async #key(bank: BankName): Promise<SessionId> {
    return (await (await BankPrivacy.of(bank, this.parts)).namesAsKept({ session: this.id }))
      .session;
  }

  /**
   * Notes a turn, an event, the task or its phase, and stores an agent's note. Throws `invalid_input`, `read_only`,
   * `locked`, `disk_full`.
   */
  async note(input: Omit<SessionInput, 'session' | 'clear'> | string): Promise<SessionView> {
    const given = typeof input === 'string' ? { text: input } : input;
    if (SAID.every((part) => given[part] === undefined))
      throw new MnemeError('invalid_input', 'session.text: say something.', {
        field: 'session.text',
        hint: `Give one of ${SAID.join(', ')}.`,
      });
    return this.ask(given);
  }

  /** The working memory; with an agent also the notes that it may read, its own and the team's. */
  async show(of: AgentsNotes = {}): Promise<SessionView> {
    return this.ask(of);
  }

  /** Clears all of it, or an agent's own notes; none of it was ever in the journal. Throws `read_only`, `locked`. */
  async clear(of: AgentsNotes = {}): Promise<SessionView> {
    return this.ask({ ...of, clear: true });
  }

  /** Notes, shows or clears, depending on the input. */
  async ask(input: Omit<SessionInput, 'session'>): Promise<SessionView> {
    const asked = parseInput(SessionInput, { ...input, session: this.id }, 'session');
    const agent = asked.agent === undefined ? null : redactId(asked.agent);
    const bank = await this.bank();
    const session = await this.#key(bank);
    const { store, clock } = this.parts;
    const only = asked.keep === undefined ? (asked.tags ?? []) : [];
    const mine = (note: ScratchNote): boolean =>
      agent !== null && note.agent === agent && isScratchFor(note, agent, only);
    let kept = await store.workingMemory(bank, session);
    let dropped = 0;
    if (asked.clear || asked.keep !== undefined || isSaid(asked)) {
      const { said, note } = await this.#cleaned(asked, agent, bank);
      await store.reviseWorkingMemory(bank, session, (before) => {
        const at = clock.now();
        if (asked.clear && agent === null) return (kept = null);
        const after = isSaid(asked) ? noted(before, { ...said, session }, at, countTokens) : before;
        const others = (after?.scratch ?? []).filter((each) => !asked.clear || !mine(each));
        dropped = (after?.scratch?.length ?? 0) - others.length;
        const own = note === null ? [] : [{ ...note, at }];
        return (kept =
          dropped + own.length === 0
            ? after
            : withScratch(after, session, [...others, ...own], at));
      });
    }
    const view = kept === null || isOnlyScratch(kept) ? null : withoutScratch(kept);
    if (agent === null) return { session: this.id, working: view };
    const notes = (kept?.scratch ?? []).filter((note) => isScratchFor(note, agent, only));
    return { session: this.id, working: view, notes, dropped };
  }

  /** The input to store, redacted by the bank's privacy policy. */
  async #cleaned(
    {
      keep,
      privacy = 'private',
      tags = [],
      agent: _,
      clear: __,
      session,
      ...input
    }: ParsedSessionInput,
    agent: string | null,
    bank: BankName,
  ): Promise<{ readonly said: ParsedSessionInput; readonly note: Omit<ScratchNote, 'at'> | null }> {
    const policy = await BankPrivacy.of(bank, this.parts);
    const { value } = await policy.clean({ said: input, content: keep ?? '', tags });
    const speaker =
      input.speaker === undefined
        ? {}
        : { speaker: (await policy.namesAsKept({ who: input.speaker })).who };
    return {
      said: { ...value.said, ...speaker, session, clear: false },
      note:
        keep === undefined || agent === null
          ? null
          : { agent, content: value.content, privacy, tags: value.tags },
    };
  }
}

/** The agent whose notes are meant, and their tags. */
type AgentsNotes = Pick<SessionInput, 'agent' | 'tags'>;

export function parseSessionId(id: string): SessionId {
  return parseInput(SessionId, id, 'session');
}
