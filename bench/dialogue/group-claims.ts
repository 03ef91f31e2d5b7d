import { mapAnswers } from '../../packages/agent/src/dialogue/index.js';
import type { Meeting } from './cases.js';
import type { mappingPorts } from './meaning.js';

/** Pairs of statements: those marked as one claim, those put into one, and those that are both. */
export interface PairTally {
  pairs: number;
  marked: number;
  grouped: number;
  right: number;
}

/** Maps each meeting, every statement as an answer of its own, and compares the claims with the marks, pair by pair. */
export async function groupMeetings(
  meetings: readonly Meeting[],
  ports: ReturnType<typeof mappingPorts>,
  log?: (line: string) => void,
): Promise<PairTally> {
  const tally: PairTally = { pairs: 0, marked: 0, grouped: 0, right: 0 };
  for (const { topic, statements } of meetings) {
    const answers = statements.map(({ text }, at) => ({ model: String(at), text }));
    const { artifact } = await mapAnswers(topic, answers, ports);
    const claimOf = new Map<string, string>();
    for (const { id, supporters } of artifact.claims)
      for (const model of supporters) claimOf.set(model, id);
    for (const [a, one] of statements.entries())
      for (const [b, other] of statements.slice(0, a).entries()) {
        const marked = one.claim === other.claim;
        const claim = claimOf.get(String(a));
        const grouped = claim !== undefined && claim === claimOf.get(String(b));
        tally.pairs++;
        if (marked) tally.marked++;
        if (grouped) tally.grouped++;
        if (marked && grouped) tally.right++;
        if (marked !== grouped)
          log?.(`${marked ? 'apart' : 'together'}: ${other.text} | ${one.text}`);
      }
  }
  return tally;
}

export const pairwiseF1 = ({ marked, grouped, right }: PairTally): number =>
  marked + grouped === 0 ? 1 : (2 * right) / (marked + grouped);
