import { SessionId, type BankName } from '../domain/ids.js';
import { parseInput } from '../domain/parse-input.js';
import { noted, SessionNote, type WorkingMemory } from '../domain/working-memory.js';
import { countTokens } from '../language/count-tokens.js';
import { BankPrivacy, type PrivacyPorts } from '../safety/bank-privacy.js';

/** What a session has in mind, and whether it ever had anything. */
export interface SessionView {
  readonly session: SessionId;
  /** Null for a session that nothing was noted of, or that was cleared. */
  readonly working: WorkingMemory | null;
}

/**
 * The working memory of one session (capability A9). Made by `Mneme.session`. It outlives the process, is seen by no other
 * session, and is no memory: recall reads it only to understand a question asked within the session.
 */
export class SessionMemory {
  constructor(
    readonly id: SessionId,
    private readonly bank: () => Promise<BankName>,
    private readonly parts: PrivacyPorts,
  ) {}

  /** Takes in what was said, what happened, the task or its phase. Throws `invalid_input`, `read_only`, `locked`, `disk_full`. */
  async note(input: Omit<SessionNote, 'session'> | string): Promise<WorkingMemory> {
    const note = parseInput(SessionNote, { ...(typeof input === 'string' ? { text: input } : input), session: this.id }, 'note');
    const { store, clock } = this.parts;
    const bank = await this.bank();
    const { session, ...said } = note;
    const { value } = await (await BankPrivacy.of(bank, this.parts)).clean(said);
    let after: WorkingMemory | null = null;
    await store.reviseWorkingMemory(bank, this.id, (before) => (after = noted(before, { ...value, session }, clock.now(), countTokens)));
    if (after === null) throw new RangeError('a note left no working memory');
    return after;
  }

  async show(): Promise<SessionView> {
    return { session: this.id, working: await this.parts.store.workingMemory(await this.bank(), this.id) };
  }

  /** Forgets all of it at once; the journal never had it. Throws `read_only`, `locked`. */
  async clear(): Promise<SessionView> {
    await this.parts.store.reviseWorkingMemory(await this.bank(), this.id, () => null);
    return { session: this.id, working: null };
  }
}

export function parseSessionId(id: string): SessionId {
  return parseInput(SessionId, id, 'session');
}
