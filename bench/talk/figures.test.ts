import { describe, expect, it } from 'vitest';
import type { Asked } from './ask.js';
import { figuresOf } from './figures.js';
import type { TalkQuestion } from './talk.js';

const SESSIONS: Readonly<Record<string, string>> = { a: 's1', b: 's1', c: 's2', d: 's3' };

function asked(
  question: Partial<TalkQuestion>,
  answer: Partial<Omit<Asked, 'question' | 'known'>> & { readonly known?: number } = {},
): Asked {
  const { known = 0.5, ...rest } = answer;
  return {
    question: {
      text: '?',
      category: 'cat1',
      askedAt: 0,
      after: 0,
      evidence: [],
      sessions: [],
      stale: [],
      answerable: true,
      adversarial: false,
      ...question,
    },
    ranked: [],
    words: [],
    results: [],
    sessionOf: (turn) => SESSIONS[turn] ?? '',
    known: {
      probability: known,
      verdict: known >= 0.5 ? 'known' : known < 0.25 ? 'unknown' : 'unsure',
    },
    times: { recallMs: 6, searchMs: 2 },
    ...rest,
  };
}

describe('the figures of a corpus', () => {
  it('hold Mneme’s ranking against MiniSearch’s, by category too', () => {
    const figures = figuresOf([
      asked(
        { evidence: ['a', 'c'], sessions: ['s1', 's2'] },
        { ranked: ['d', 'a', 'c'], words: ['d', 'a'] },
      ),
      asked(
        { category: 'cat2', evidence: ['b'], sessions: ['s1'] },
        { ranked: ['b'], words: ['c', 'd'], times: { recallMs: 8, searchMs: 2 } },
      ),
    ]);
    expect(figures).toMatchObject({
      r10: 1,
      minisearch_r10: 0.25,
      over_minisearch: 4,
      mrr: 0.75,
      minisearch_mrr: 0.25,
      all10: 1,
      minisearch_all10: 0,
      minisearch_any10: 0.5,
      cat1_r10: 1,
      cat1_top1: 0,
      cat1_top3: 1,
      cat2_top1: 1,
      minisearch_cat1_r10: 0.5,
      minisearch_cat2_r10: 0,
      session_r10: 1,
      minisearch_session_r10: 0.25,
      recall_ms: 8,
      minisearch_ms: 2,
      time_ratio: 4,
      questions: 2,
    });
    expect(figures['p10']).toBeCloseTo(0.15, 12);
  });

  it('leave questions with the wrong person out of the headline, and in their category', () => {
    const figures = figuresOf([
      asked({ evidence: ['a'] }, { ranked: ['a'] }),
      asked(
        { category: 'cat5', evidence: ['b'], adversarial: true, answerable: false },
        { ranked: [] },
      ),
    ]);
    expect(figures).toMatchObject({ r10: 1, cat1_r10: 1, cat5_r10: 0 });
  });

  it('are of sessions alone where no turns are named', () => {
    const figures = figuresOf([
      asked({ sessions: ['s1', 's2'] }, { ranked: ['b', 'a', 'd', 'c'], words: ['d'] }),
      asked({ sessions: ['s3'] }, { ranked: ['d'], words: ['d'] }),
    ]);
    expect(figures).toMatchObject({
      session_r5: 1,
      minisearch_session_r10: 0.5,
      over_minisearch: 2,
    });
    expect(figures).not.toHaveProperty('r10');
    expect(figures).not.toHaveProperty('ece');
  });

  it('tell how sure recall is: chances against evidence, known against other banks’ and unanswerable ones', () => {
    const figures = figuresOf([
      asked(
        { evidence: ['a'] },
        {
          known: 0.9,
          results: [
            { turns: ['a'], probability: 0.95, saidAt: 0 },
            { turns: ['b'], probability: 0.05, saidAt: 0 },
          ],
        },
      ),
      asked(
        { evidence: ['c'] },
        { known: 0.2, results: [{ turns: ['d'], probability: 0.55, saidAt: 0 }] },
      ),
      asked(
        { answerable: false },
        { known: 0.1, results: [{ turns: ['d'], probability: 0.05, saidAt: 0 }] },
      ),
      asked({ answerable: false, foreign: true }, { known: 0.6, times: null }),
    ]);
    // Bins: 0.95 was 1, two of 0.05 were 0, 0.55 was 0.
    expect(figures['ece']).toBeCloseTo((0.05 + 2 * 0.05 + 0.55) / 4, 12);
    expect(figures).toMatchObject({
      // Of the pairs 0.9 and 0.2 with 0.1 and 0.6 three are in order.
      known_auroc: 0.75,
      known_auroc_own: 1,
      known_right: 0.5,
      unknown_right: 0.5,
      unknown_right_own: 1,
      questions: 3,
    });
  });

  it('count outdated values that stand before the answer', () => {
    const figures = figuresOf([
      asked({ evidence: ['a'], stale: ['b'] }, { ranked: ['c', 'b', 'a'], words: ['a', 'b'] }),
      asked({ evidence: ['a'], stale: ['b'] }, { ranked: ['a', 'b'], words: ['b'] }),
      asked({ evidence: ['a'] }, { ranked: ['b'] }),
    ]);
    expect(figures).toMatchObject({ stale_first: 0.5, minisearch_stale_first: 0.5 });
  });

  it('count precision and recall of what is told to answer, as PrecisionMemBench does', () => {
    const tags = ['domain:code'];
    const sure = (turn: string) => ({ turns: [turn], probability: 0.7, saidAt: 0 });
    const figures = figuresOf([
      asked({ tags, evidence: ['a', 'b'] }, { results: [sure('a'), sure('c')] }),
      asked(
        { tags, evidence: ['a'] },
        { results: [{ turns: ['a'], probability: 0.1, saidAt: 0 }] },
      ),
      asked({ tags, answerable: false }, { results: [sure('d')] }),
      // Wants nothing and gets nothing: no figure is told of it.
      asked({ tags, answerable: false }),
    ]);
    expect(figures['p']).toBeCloseTo((0.5 + 0 + 0) / 3, 12);
    expect(figures['r']).toBeCloseTo((0.5 + 0) / 2, 12);
  });
});
