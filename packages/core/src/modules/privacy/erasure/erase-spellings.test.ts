import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../../../../../../test/support/file-texts.js';
import { openTestMemory, temporaryFile } from '../../../../../../test/support/open-test-memory.js';

/** Independent normalisation: letters only, in lower case, without marks. */
function bare(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const contents = async (memory: {
  list: (input: object) => Promise<{ memories: readonly { content?: string }[] }>;
}) => (await memory.list({ forgotten: true, limit: 100 })).memories.map(({ content }) => content);

describe('erasing by a name in any spelling', () => {
  const TEXTS = [
    'The clinic billed René Dupont.',
    'The clinic billed Rene\u0301 Dupont.',
    'The clinic saw Re\u00adne Dup\u00adont.',
    'The clinic called Re\u200bne Dup\u200dont.',
    'The clinic wrote to Ｒｅｎｅ Ｄｕｐｏｎｔ.',
    'Write to @rene.dupont today.',
    'Ask rene_dupont about the oven.',
    'Send the bill to renedupont@example.org.',
    'Dupont, René paid in cash.',
    'DUPONT Rene was late.',
    'The parcel is for Rene\nDupont at the gate.',
    'Rene Dupont’s bicycle is green.',
    'The file is at https://example.org/Ren%C3%A9%20Dupont.pdf now.',
  ];
  const OTHERS = [
    'Irene Dupont lives in Porto.',
    'René Martin lives in Lyon.',
    'The oven is cleaned on Mondays.',
  ];

  it.each(['Rene Dupont', 'René Dupont', 'Dupont, Rene', 'rene dupont'])(
    'as %s',
    async (subject) => {
      const file = temporaryFile();
      const { memory } = await openTestMemory({ file });
      await memory.rememberAll(
        [...TEXTS, ...OTHERS].map((content) => ({ content, speaker: 'Ana' })),
      );
      await memory.rememberAll([
        {
          content: 'I bake rye bread every Friday.',
          speaker: 'RENÉ DUPONT',
          session: 'rené-dupont-1',
        },
        { content: 'The gate has a new lock.', speaker: 'Ana', tags: ['rene-dupont'] },
        {
          content: 'The lock is by Haas.',
          speaker: 'Ana',
          metadata: { from: 'Rene\u0301 Dupont' },
        },
        {
          content: 'The attic is dry.',
          speaker: 'Ana',
          origin: '/mail/rené_dupont.txt',
          session: 's1',
        },
      ]);
      await memory.goals.set({ description: 'Visit René Dupont in spring' });
      await memory.strategies.learn([
        {
          query: 'write to Rene\u0301 Dupont',
          steps: [{ action: 'open the letter' }],
          outcome: 'success',
        },
      ]);
      await memory.session('s').note({ text: 'Ｒｅｎｅ Ｄｕｐｏｎｔ rang.', speaker: 'Ana' });
      await memory.reflect();
      const report = await memory.privacy.erase({ subject, yes: true });
      expect(report).toMatchObject({ done: true, proof: { bytesFound: 0 }, remains: [] });
      expect(
        (await contents(memory)).filter((content) =>
          /Dupont|Martin|oven|attic/.test(content ?? ''),
        ),
      ).toEqual([
        'Irene Dupont lives in Porto.',
        'René Martin lives in Lyon.',
        'The oven is cleaned on Mondays.',
        'The attic is dry.',
      ]);
      expect(
        textsIn(file).filter((text) => /(?<!i)renedupont|dupontrene/.test(bare(text))),
      ).toEqual([]);
      expect((await memory.care.doctor()).problems).toEqual([]);
    },
  );

  it.each([
    ['Łukasz Żak', 'Lukasz Zak is the plumber.'],
    ['Lukasz Zak', 'Łukasz Żak is the plumber.'],
    ['Søren Groß', 'Soren Gross is the plumber.'],
    ['Soeren Gross', 'SØREN GROSS is the plumber.'],
    ['Jean-Pierre Roux', 'Jean Pierre Roux is the plumber.'],
  ])('%s: %s', async (subject, content) => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.rememberAll([{ content }, { content: 'The oven is cleaned on Mondays.' }]);
    expect(await memory.privacy.erase({ subject, yes: true })).toMatchObject({
      proof: { bytesFound: 0 },
    });
    expect(await contents(memory)).toEqual(['The oven is cleaned on Mondays.']);
    expect(textsIn(file).filter((text) => /plumber|l?ukasz|soeren|jean/i.test(text))).toEqual([]);
  });

  it('leaves what others bear too, and says so', async () => {
    const { memory } = await openTestMemory({ file: temporaryFile() });
    for (const content of [
      'Martin is the baker of the village.',
      'Paul is the smith of the village.',
      'I met Martin, Paul and Tom.',
      'Paul Martin is the plumber.',
      'Joanna is the vet.',
      'Jo Anna Weber is the doctor.',
    ])
      await memory.remember({ content, speaker: 'Ana' });
    const report = await memory.privacy.erase({ subject: 'Paul Martin', yes: true });
    expect(report.shared).toContain('martin, paul');
    await memory.privacy.erase({ subject: 'Jo Anna', yes: true });
    expect(await contents(memory)).toEqual([
      'Martin is the baker of the village.',
      'Paul is the smith of the village.',
      'I met Martin, Paul and Tom.',
      'Joanna is the vet.',
    ]);
  });

  const letters = fc.constantFrom(...'abdefgiklmnoprstuvzäöüéèñçøłßåčžřőę');
  const word = fc
    .array(letters, { minLength: 4, maxLength: 8 })
    .map((each) => each.join(''))
    .map((each) => (each[0] ?? '').toUpperCase() + each.slice(1));
  const dress = fc.constantFrom<((text: string) => string)[]>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.normalize('NFD'),
    (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    (text) => [...text].join('\u00ad'),
    (text) => text.replaceAll(' ', '_'),
    (text) => text.replaceAll(' ', '\n'),
    (text) => `@${text.toLowerCase().replaceAll(' ', '.')}`,
    (text) => text.split(' ').reverse().join(', '),
  );
  const template = fc.constantFrom<((name: string) => string)[]>(
    (name) => `The clinic billed ${name} for the zinc plates.`,
    (name) => `${name} lives in Porto and has a heron.`,
    (name) => `Tom said that ${name}'s boat is red.`,
    (name) => `See (${name}): the key is under the mat.`,
    (name) => `- [ ] call ${name}, then the vet`,
  );

  it('leaves no text that has it, whatever the name and wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(word, word),
        dress,
        fc.array(fc.tuple(template, dress), { minLength: 2, maxLength: 5 }),
        fc.constantFrom('erase', 'redact'),
        async (words, asked, told, mentions) => {
          const name = words.join(' ');
          const file = temporaryFile();
          const { memory } = await openTestMemory({ file });
          await memory.rememberAll(
            told.map(([write, dressed]) => ({ content: write(dressed(name)), speaker: 'Ana' })),
          );
          await memory.reflect();
          const { proof } = await memory.privacy.erase({
            subject: asked(name),
            mentions,
            yes: true,
          } as never);
          expect(proof?.bytesFound).toBe(0);
          const turned = [...words].reverse();
          const left = textsIn(file).filter((text) =>
            [words, turned].some((order) => bare(text).includes(bare(order.join('')))),
          );
          expect(left).toEqual([]);
          await memory.close();
        },
      ),
      { numRuns: 6 },
    );
  });
});
