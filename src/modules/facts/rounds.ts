import type { Memory } from '../../domain/memory.js';
import { countTokens } from '../../language/count-tokens.js';
import type { SubjectNames } from '../../language/claims/keyed-claim.js';
import { isOfUser } from '../../language/claims/owner-subject.js';
import { JobNote } from '../../bank/jobs/job-note.js';
import { readOwner } from '../../indexes/read-owner.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { OpenedBank } from '../module.js';
import { acceptFacts, type Refusal } from './accept-facts.js';
import { composeRequest, type FactsRequest } from './compose-request.js';
import {
  book,
  failed,
  isHopeless,
  isRest,
  JOB,
  lease,
  newJob,
  readJob,
  settled,
  type FactsJob,
  type Rest,
  type Told,
} from './job.js';
import { waitingTurns } from './waiting.js';
import { blamesTurns, whyFailed } from './why-failed.js';
import { writeFacts, type ReadTurn } from './write-facts.js';

export type Round =
  | { readonly kind: 'read'; readonly told: Told; readonly refusals: readonly Refusal[] }
  | ({ readonly kind: 'rest' } & Rest)
  | { readonly kind: 'empty' };

export interface RoundsParts extends OpenedBank {
  readonly languageModel: LanguageModel;
  /** Identifies this process among those that want the job. */
  readonly holder: string;
}

const NOTHING: Told = { read: 0, claims: 0, refused: 0, givenUp: 0 };

/** One request after another: lease the job, find pending turns, reserve tokens, ask, store, and release. */
export class Rounds {
  readonly #note: JobNote<FactsJob>;

  constructor(private readonly parts: RoundsParts) {
    this.#note = new JobNote(JOB, parts, (state) => readJob(state) ?? newJob(parts.state.sequence));
  }

  async next(signal?: AbortSignal): Promise<Round> {
    const { holder, clock } = this.parts;
    let rest: Rest | null = null;
    const job = await this.revise((before) => {
      const taken = lease(before, holder, clock.now());
      rest = isRest(taken) ? taken : null;
      return isRest(taken) ? before : taken;
    });
    if (rest !== null) return { kind: 'rest', ...(rest as Rest) };
    try {
      return await this.#round(job, signal);
    } finally {
      await this.#note.release();
    }
  }

  /** Reads and replaces the state that processes share. */
  revise(change: (job: FactsJob) => FactsJob): Promise<FactsJob> {
    return this.#note.revise(change);
  }

  async #round(job: FactsJob, signal: AbortSignal | undefined): Promise<Round> {
    const { bank, store, clock, facts } = this.parts;
    const most = Math.min(facts.turns, job.turns ?? Infinity);
    const { turns, upTo } = await waitingTurns(bank, store, job.upTo, most);
    await this.revise((after) => ({ ...after, upTo }));
    const [first] = turns;
    if (first === undefined) return { kind: 'empty' };
    const owner = (await readOwner(bank, store))?.name ?? null;
    const request = composeRequest(turns, (turn) => speakerOf(turn, owner), facts);
    if (request === null) return this.#giveUp(first, upTo, 'it is too long for one request');
    let rest: Rest | null = null;
    await this.revise((after) => {
      const booked = book(after, request.booked, facts, clock.now());
      rest = isRest(booked) ? booked : null;
      return isRest(booked) ? after : booked;
    });
    if (rest !== null) return { kind: 'rest', ...(rest as Rest) };
    return this.#ask(request, { job, upTo, owner }, signal);
  }

  async #ask(
    request: FactsRequest,
    { job, upTo, owner }: { job: FactsJob; upTo: number; owner: string | null },
    signal: AbortSignal | undefined,
  ): Promise<Round> {
    const { languageModel, facts, clock, state } = this.parts;
    try {
      const answer = await this.#note.holding(() => languageModel.complete(request.prompt, signal));
      const { turns, refusals } = acceptFacts(answer.facts, request.turns, {
        by: languageModel.id,
        certainty: facts.certainty,
        names: (turn) => this.#names(turn, owner),
      });
      const read = turns.map((turn): ReadTurn => ({ ...turn, givenUp: null }));
      const told = {
        ...NOTHING,
        refused: refusals.length,
        ...(await writeFacts(read, languageModel.id, upTo, this.parts)),
      };
      const spent = request.asked + countTokens(JSON.stringify(answer));
      await this.revise((after) => settled(after, told, request.booked - spent));
      return { kind: 'read', told, refusals };
    } catch (error) {
      // Stopped by its own process: not a failure, and what is pending stays pending.
      if (signal?.aborted === true || state.erased) return { kind: 'empty' };
      const [only] = request.turns;
      if (
        only !== undefined &&
        blamesTurns(error) &&
        isHopeless(
          job,
          request.turns.map(({ id }) => id),
        )
      )
        return this.#giveUp(only, upTo, whyFailed(error));
      const after = await this.revise((now) =>
        failed(
          now,
          { reason: whyFailed(error), turns: blamesTurns(error) ? request.turns.length : null },
          clock.now(),
        ),
      );
      return {
        kind: 'rest',
        until: after.nextTry ?? clock.now(),
        why: `the model failed: ${after.reason}`,
      };
    }
  }

  /** Leaves a turn to the rules, so that the others can proceed. */
  async #giveUp(turn: Memory, upTo: number, why: string): Promise<Round> {
    const { languageModel } = this.parts;
    await writeFacts([{ turn, claims: [], givenUp: why }], languageModel.id, upTo, this.parts);
    const told = { ...NOTHING, givenUp: 1 };
    await this.revise((after) => settled(after, told, 0));
    return { kind: 'read', told, refusals: [] };
  }

  #names({ speaker, provenance }: Memory, owner: string | null): SubjectNames {
    const { entities } = this.parts.state;
    return {
      speaker,
      source: provenance[0]?.source ?? 'user',
      known: (name) => entities.named(name).at(-1)?.name ?? name,
      owner,
    };
  }
}

function speakerOf({ speaker, provenance }: Memory, owner: string | null): string {
  const source = provenance[0]?.source ?? 'user';
  if (owner !== null && isOfUser(speaker, source)) return owner;
  return speaker ?? `the ${source}`;
}
