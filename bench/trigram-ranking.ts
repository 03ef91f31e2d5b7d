import { MemoryId } from '../packages/core/src/domain/ids.js';
import { createHyperdimensionalSpace } from '../packages/core/src/spaces/e06-e09-e12-lexical.js';
import type { LocomoConversation, LocomoQuestion } from './locomo-data.js';
import { mean, retrieval } from './retrieval-metrics.js';

const NO_ID = MemoryId.parse('m_0000000000000');

interface Asked {
  readonly question: LocomoQuestion;
  readonly conversation: LocomoConversation;
  readonly misspelt: string;
}

/** What the hyperdimensional space finds by itself, with nothing but its codes: recall at 10, clean and misspelt. */
export function rankByTrigrams(asked: readonly Asked[]): Record<string, number> {
  const space = createHyperdimensionalSpace();
  const filled = new Map<LocomoConversation, { turn: string; code: Int32Array }[]>();
  let encoded = 0;
  const start = performance.now();
  for (const conversation of new Set(asked.map((each) => each.conversation))) {
    filled.set(
      conversation,
      conversation.turns.flatMap(({ content, turn }, order) => {
        const code = space.memory({
          id: NO_ID,
          content,
          language: 'en',
          terms: [],
          saidAt: 0,
          occurredFrom: 0,
          occurredTo: 0,
          position: order,
          order,
        });
        encoded++;
        return code === null ? [] : [{ turn: turn ?? '', code }];
      }),
    );
  }
  const encodeMs = (performance.now() - start) / encoded;
  const r10 = (textOf: (each: Asked) => string): number =>
    mean(
      asked.map((each) => {
        const query = space.query({
          text: textOf(each),
          language: 'en',
          terms: [],
          now: each.conversation.askedAt,
          periods: [],
          direction: null,
          entities: [],
        });
        if (query === null) return 0;
        const scored = (filled.get(each.conversation) ?? []).map(({ turn, code }) => ({
          turn,
          score: space.similarity(query, code),
        }));
        return retrieval(
          scored.sort((a, b) => b.score - a.score).map(({ turn }) => turn),
          new Set(each.question.evidence),
        ).r10;
      }),
    );
  return {
    e9_alone_r10: r10(({ question }) => question.text),
    e9_alone_r10_typos: r10(({ misspelt }) => misspelt),
    e9_encode_ms: encodeMs,
  };
}
