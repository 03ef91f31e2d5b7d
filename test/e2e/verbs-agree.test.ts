import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mneme } from '../../packages/mneme/src/index.js';
import { openTestMemory } from '../support/open-test-memory.js';

interface Told {
  readonly owner: string;
  readonly turns: readonly {
    readonly session: string;
    readonly speaker: string;
    readonly saidAt: string;
    readonly text: string;
  }[];
  readonly questions: readonly { readonly query: string }[];
}

const FOLDER = join(import.meta.dirname, '../../bench/data/told');
const ASKED = 20;

async function filled({ owner, turns }: Told): Promise<Mneme> {
  const { memory } = await openTestMemory();
  await memory.rememberAll(
    turns.map(({ session, speaker, saidAt, text }) => ({
      content: text,
      session,
      saidAt,
      speaker: speaker === 'user' ? owner : speaker,
    })),
  );
  return memory;
}

describe.each(['a1', 'd3'])('the verbs about the half year %s', (name) => {
  it('say of one thing the same', async () => {
    const life = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Told;
    const memory = await filled(life);
    for (const { query } of life.questions.slice(0, ASKED)) {
      const {
        results,
        why: { known },
      } = await memory.recall({ query, strategy: 'plain', expand: false });
      const found = new Set(results.map(({ id }) => id));
      const synthesis = await memory.paradigms.synthesise(query);
      const { told: opinions } = await memory.opinions.list({ about: query.slice(0, 200) });
      const causes = (await memory.graph.causes({ outcome: query })).stated!.told;
      const brief = await memory.brief({ about: query });
      // What recall knows, no verb calls unknown; and what verbs show first is what recall finds.
      expect(opinions?.known).toBe(known.verdict);
      expect(causes.known).toBe(known.verdict);
      if (known.verdict === 'known') {
        expect(synthesis.text).not.toContain('Nothing is known');
        expect(synthesis.text).not.toContain('Nobody said so outright');
        expect(causes.lines.length).toBeGreaterThan(0);
        expect(brief.delivered.length).toBeGreaterThan(0);
      }
      for (const id of [causes.lines[0]?.id, opinions?.lines[0]?.id, synthesis.facts[0]?.id])
        if (id !== undefined) expect(found).toContain(id);
      const outdated = new Set(
        results.filter(({ validity }) => validity === 'superseded').map(({ id }) => id),
      );
      for (const { id } of [...causes.lines, ...(opinions?.lines ?? []), ...synthesis.facts])
        expect(outdated).not.toContain(id);
    }
  });
});
