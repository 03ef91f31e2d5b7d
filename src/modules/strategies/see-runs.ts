import type { LearnedRecord } from '../../domain/learned/record.js';
import { ATTEMPT_ACTION, DONE, noteReport, seeTransition } from '../world-model/index.js';
import { readRun, type Move } from './run.js';
import type { Draft } from '../../bank/learned/draft.js';

/** Maximum number of a run's steps that are observations of what tools do. */
const MAX_MOVES = 100;
const LONGEST_MODE = 300;

/**
 * What runs show besides strategies: the competence of their field, and what each called tool led to. A run
 * with an unknown outcome shows nothing about the field.
 */
export function seeRuns(runs: readonly LearnedRecord<'trajectory'>[], draft: Draft): void {
  for (const { id, body } of runs) {
    const { good, domain, moves } = readRun(id, body);
    for (const move of moves.slice(0, MAX_MOVES)) if (isCall(move)) seeMove(move, domain, draft);
    if (good === null) continue;
    const { failureReason } = body;
    const reason =
      failureReason === null ? {} : { failureMode: failureReason.slice(0, LONGEST_MODE) };
    see(ATTEMPT_ACTION, good ? DONE : 'failed', domain, draft);
    noteReport(
      {
        capability: domain,
        domain,
        prior: 'jeffreys',
        success: good,
        ...reason,
        steps: moves.length,
      },
      draft,
    );
  }
}

/** A message to somebody changes nothing in the world. */
const isCall = ({ sort }: Move): boolean => sort === 'deed' || sort === 'look';

function seeMove({ action, refusal }: Move, domain: string, draft: Draft): void {
  see(action, refusal === null ? DONE : `refused: ${refusal}`, domain, draft);
}

function see(action: string, state: string, domain: string, draft: Draft): void {
  seeTransition({ action, context: [], state: [state], domain, source: 'observed' }, draft, null);
}
