import type { BankName } from '../domain/ids.js';
import type { BankState } from '../indexes/bank-state.js';
import type { KnownJudgement } from './confidence/judgement.js';
import { recall } from './recall.js';
import type { RecallPorts } from './recall-context.js';

/** Maximum length of a question, in UTF-16 units; the rest is cut off. */
const MOST = 4_096;

/**
 * Whether the bank knows an answer to a question or has something on a subject, by recall's own figures, for all
 * verbs that report it. Does not count as usage.
 */
export async function knownOf(
  question: string,
  { name, state, recall: ports }: { name: BankName; state: BankState; recall: RecallPorts },
): Promise<KnownJudgement> {
  const { probability, why } = await recall({ query: question.slice(0, MOST) }, name, state, ports);
  return { probability, ...why.known };
}
