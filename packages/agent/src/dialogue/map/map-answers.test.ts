import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRelatives, createStemmer } from '@mneme/core/language/stem.js';
import { createSemanticEncoder } from '@mneme/core/spaces/e01-semantic.js';
import { explore } from '../turn.js';
import { mapAnswers } from './map-answers.js';

const stemmer = createStemmer();
const ports = {
  stemmer,
  encoder: createSemanticEncoder(stemmer),
  relatives: createRelatives(stemmer),
};
const map = async (query: string, ...texts: readonly string[]) =>
  mapAnswers(
    query,
    texts.map((text, at) => ({ model: `m${at + 1}`, text })),
    ports,
  );

describe('answers mapped by rules', () => {
  it('make one claim of what several say, with who says it', async () => {
    const { artifact } = await map(
      'How do I keep bread fresh?',
      'Keep the bread in a cloth bag. Never put it into the fridge.',
      'A cloth bag keeps bread fresh. Slice only what you eat.',
    );
    expect(artifact.claims.map(({ id, supporters }) => [id, supporters])).toEqual([
      ['c1', ['m1', 'm2']],
      ['o1', ['m1']],
      ['o2', ['m2']],
    ]);
    expect(artifact).toMatchObject({ strength: 1, topology: 'high_confidence', by: 'rules' });
    expect(artifact.narrative).toContain('cloth bag');
  });

  it.each([
    ['an amount', 'It needs one litre of water a day.', 'It needs three litres of water a day.'],
    ['a denial', 'The ferry takes dogs on board.', 'The ferry does not take dogs on board.'],
    ['an opposite', 'Plant the bulbs in the early spring.', 'Plant the bulbs in the late spring.'],
  ])('hold apart what differs in %s, as a conflict', async (_, one, other) => {
    const { artifact } = await map('Tell me about it.', one, other);
    expect(artifact.claims).toHaveLength(2);
    expect(artifact.tensions).toMatchObject([{ between: ['o1', 'o2'], type: 'conflicts' }]);
    expect(artifact.topology).toBe('contested');
  });

  it.each([
    [
      'Should we move to Kubernetes?',
      'Expect to hire two platform engineers.',
      'You do not need platform engineers if you use a managed Kubernetes.',
    ],
    ['What do we pay for?', 'Pay for the support plan.', 'No support plan is needed at that size.'],
    ['How do we test?', 'Mock the database in unit tests.', 'Avoid mocking the database.'],
    ['How is it stored?', 'Keep sessions in Redis.', 'Sessions should never be kept in Redis.'],
    [
      'Shall I rent it?',
      'You should rent the flat in Lyon.',
      'Renting the flat in Lyon is a mistake.',
    ],
    ['And the cache?', 'Put the cache into memory.', 'To put the cache into memory is a bad idea.'],
    [
      'Do we migrate?',
      'Migrate the tables on Friday.',
      'Migrating the tables on Friday is reckless.',
    ],
    ['What of the logs?', 'Ship logs to the vendor.', 'There’s no reason to ship logs anywhere.'],
  ])('never make supporters of opposite polarity: %s', async (query, one, other) => {
    const { claims } = (await map(query, one, other)).artifact;
    expect(claims.map(({ supporters }) => supporters)).toEqual([['m1'], ['m2']]);
  });

  it('merge what condemns the same thing', async () => {
    const { claims } = (
      await map(
        'Shall I rent it?',
        'Renting the flat in Lyon is a mistake.',
        'To rent the flat in Lyon is a mistake.',
      )
    ).artifact;
    expect(claims.map(({ supporters }) => supporters)).toEqual([['m1', 'm2']]);
  });

  it('merge a denial with what denies the same in other words', async () => {
    const { claims } = (
      await map(
        'How do I keep bread fresh?',
        'Never put the bread into the fridge.',
        'Avoid putting the bread into the fridge.',
      )
    ).artifact;
    expect(claims.map(({ supporters }) => supporters)).toEqual([['m1', 'm2']]);
  });

  it.each([
    [
      'Should we keep the monolith or split it into microservices?',
      'Stay with the monolith for now.',
      'I’d keep the monolith until the team is bigger.',
    ],
    [
      'Should we split our monolith?',
      'Stay with the monolith for now.',
      'I’d keep the monolith until the team is bigger.',
    ],
    ['Monolith or microservices?', 'Stay with the monolith.', 'I’d keep the monolith.'],
    ['Which database should we take?', 'Take Postgres.', 'Postgres does all of it well.'],
    ['Should we rent or buy?', 'Renting is fine here.', 'I would rent for two years.'],
  ])('tell no conflict where both hold one thing: %s', async (query, one, other) => {
    expect((await map(query, one, other)).artifact.tensions).toEqual([]);
  });

  it.each([
    ['Which database should we take?', 'Take Postgres.', 'MySQL does all of it well.'],
    ['Monolith or microservices?', 'Stay with the monolith.', 'Go for microservices.'],
    ['Should we split it?', 'Yes, split it.', 'No, leave it as it is.'],
  ])(
    'tell the conflict of those that lead with different things: %s',
    async (query, one, other) => {
      expect((await map(query, one, other)).artifact.tensions).toMatchObject([
        { type: 'conflicts' },
      ]);
    },
  );

  it('take the side of a choice that the query names', async () => {
    const { artifact } = await map(
      'Should we lease or buy the vans?',
      'Lease them, the batteries age.',
      'Buying is cheaper over six years.',
      'Lease the vans because batteries age.',
    );
    expect(artifact.claims[0]).toMatchObject({ kind: 'consensus', supporters: ['m1', 'm3'] });
    expect(artifact.claims[1]?.outlier).toBe('frame_challenger');
    expect(artifact.topology).toBe('contested');
  });

  it('name the part of the query that nobody takes up, and no other', async () => {
    const answers = ['Move one service at a time.', 'Take out one service at a time.'] as const;
    expect(
      (await map('How do we split it, and what will it cost us?', ...answers)).artifact.ghost,
    ).toBe('What will it cost us?');
    expect(
      (
        await map(
          'How do we split it, and what will it cost us?',
          ...answers,
          'It costs 30,000 euros.',
        )
      ).artifact.ghost,
    ).toBeNull();
    expect((await map('How do we split it?', ...answers)).artifact.ghost).toBeNull();
  });

  it('tell what needs what first', async () => {
    const { artifact } = await map(
      'How do we put the course online?',
      'Building the site requires recorded lessons.',
      'Record the lessons.',
      'Build the site.',
    );
    const idOf = (text: string) => artifact.claims.find((claim) => claim.text === text)?.id;
    expect(artifact.links).toMatchObject([
      { target: idOf('Build the site.'), type: 'prerequisite' },
    ]);
  });

  it('leave code, headings, questions and small talk out, and read lists', async () => {
    const { artifact } = await map(
      'How do I start?',
      '# Start\nGreat question!\n\n- Install the package.\n```\nnpm install mneme\n```\nDoes that help?',
      'Sure! Here is how:\n1. Install the package',
    );
    expect(artifact.claims.map(({ text }) => text)).toEqual(['Install the package.']);
  });

  it('read an answer of 100 KB in part, and say so', async () => {
    const long = Array.from(
      { length: 2_000 },
      (_, at) => `Point ${at} speaks of matter ${at * 7}.`,
    );
    const { artifact, notes } = await map('What is there?', long.join(' '), 'Nothing much.');
    expect(artifact.claims.length).toBeLessThanOrEqual(60);
    expect(notes.join()).toMatch(/sentences at its end were not read/);
  });

  it('are the same for the same answers, whatever stands in them', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(text, { minLength: 1, maxLength: 4 }),
        async (query, texts) => {
          const { artifact } = await map(query, ...texts);
          expect((await map(query, ...texts)).artifact).toEqual(artifact);
          const ids = artifact.claims.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const { kind, supporters } of artifact.claims)
            expect(supporters.length > 1).toBe(kind === 'consensus');
          for (const { between } of artifact.tensions)
            for (const id of between) expect(ids).toContain(id);
        },
      ),
    );
  });
});

describe('how claims are laid out', () => {
  const laidOut = async (query: string, ...texts: readonly string[]) =>
    explore(query, (await map(query, ...texts)).artifact, stemmer);

  it.each([
    [
      'direct_answer',
      'How long do I boil an egg?',
      ['Boil it for six minutes.', 'Six minutes is right to boil it.'],
    ],
    [
      'comparison_matrix',
      'Compare Django and Rails for an internal tool.',
      ['Django has an admin interface.', 'Rails is quick to prototype in.'],
    ],
    [
      'decision_tree',
      'When should I plant garlic?',
      [
        'Plant it in October if your winters are cold. If winters are mild, plant it in January.',
        'If winters are cold, plant in October. When winters are mild, January works too.',
      ],
    ],
    [
      'exploration_space',
      'What could we do for her birthday?',
      ['Make a book of letters.', 'Go on a boat trip.', 'Record her stories on video.'],
    ],
  ])('%s', async (container, query, texts) => {
    const exploration = await laidOut(query, ...texts);
    expect(exploration.container).toBe(container);
    expect(exploration.branches.flatMap(({ claims }) => claims).sort()).toEqual(
      (await map(query, ...texts)).artifact.claims.map(({ id }) => id).sort(),
    );
  });
});
