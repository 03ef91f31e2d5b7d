import type { EntityId } from '../packages/core/src/domain/ids.js';
import { nameSimilarity, normaliseName } from '../packages/core/src/language/entity-names.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { ENTITY_STORIES } from './data/entities.js';
import { UNSEEN_ENTITY_STORIES } from './data/entities-unseen.js';
import { LoadedBank } from './loaded-bank.js';
import { readLine, type EntityStory, type StoryMention } from './entity-stories.js';

const START = Date.UTC(2025, 2, 3, 9);
const DAY = 86_400_000;

interface Judged extends StoryMention {
  readonly story: string;
  readonly line: number;
  /** Whether it was there before, and whether memory said so; null where it saw no name. */
  readonly isKnown: boolean;
  readonly linked: 'right' | 'wrong' | 'new' | null;
}

/** Is each name put to the one whom it means? Stories are told line by line; each mention is judged as it comes. */
export const entities: Benchmark = {
  name: 'entities',
  summary:
    'Names of people, places and organisations put to whom they mean: aliases, namesakes, typing errors.',
  options: [
    { flag: '--seen', description: 'only the half by which rules were mended' },
    {
      flag: '--wrong',
      description: 'print what was put wrongly or missed; of the open half alone',
    },
  ],
  run: async (options, log) => {
    const seen = await judgeAll(ENTITY_STORIES);
    if (options['wrong'] === true)
      for (const each of seen)
        if (each.isKnown ? each.linked !== 'right' : each.linked === 'wrong')
          log(
            `${each.story} ${each.line}: ${each.name} (${each.who}) ${each.linked ?? 'not seen'}`,
          );
    const unseen = options['seen'] === true ? [] : await judgeAll(UNSEEN_ENTITY_STORIES);
    return asResult(seen, unseen);
  },
};

async function judgeAll(stories: readonly EntityStory[]): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const story of stories) all.push(...(await judgeStory(story)));
  return all;
}

async function judgeStory({ name: story, lines }: EntityStory): Promise<Judged[]> {
  const bank = LoadedBank.open();
  try {
    const meaning = new Map<EntityId, string>();
    const met = new Set<string>();
    const judged: Judged[] = [];
    for (const [at, marked] of lines.entries()) {
      const { text, mentions } = readLine(marked);
      const { id } = await bank.memory.remember({ content: text, saidAt: START + at * DAY });
      const linked = await linkedIn(id, bank);
      for (const mention of mentions) {
        const entity = entityOf(mention.name, linked);
        const means = entity === undefined ? undefined : meaning.get(entity);
        judged.push({
          ...mention,
          story,
          line: at,
          isKnown: met.has(mention.who),
          linked:
            entity === undefined
              ? null
              : means === undefined
                ? 'new'
                : means === mention.who
                  ? 'right'
                  : 'wrong',
        });
        if (entity !== undefined && means === undefined) meaning.set(entity, mention.who);
        met.add(mention.who);
      }
    }
    return judged;
  } finally {
    await bank.memory.close();
  }
}

interface LinkedEntity {
  readonly id: EntityId;
  readonly names: readonly string[];
}

async function linkedIn(id: string, bank: LoadedBank): Promise<readonly LinkedEntity[]> {
  const { links } = await bank.memory.show(id);
  const { state } = await bank.bank();
  await state.follow();
  return links.flatMap(({ role, other }) => {
    const entity = role === 'mentions' ? state.entities.get(other) : undefined;
    return entity === undefined ? [] : [{ id: entity.id, names: [entity.name, ...entity.aliases] }];
  });
}

/** The linked entity that bears the name as it is written; else the one whose name is nearest to it. */
function entityOf(name: string, linked: readonly LinkedEntity[]): EntityId | undefined {
  const exact = linked.filter(({ names }) =>
    names.some((each) => normaliseName(each) === normaliseName(name)),
  );
  if (exact.length === 1) return exact[0]?.id;
  const near = linked
    .map(({ id, names }) => ({
      id,
      likeness: Math.max(...names.map((each) => nameSimilarity(each, name))),
    }))
    .filter(({ likeness }) => likeness >= 0.8);
  return near.sort((a, b) => b.likeness - a.likeness)[0]?.id;
}

function figures(judged: readonly Judged[]): { precision: number; recall: number } {
  const right = judged.filter(({ linked }) => linked === 'right').length;
  const put = judged.filter(({ linked }) => linked === 'right' || linked === 'wrong').length;
  const known = judged.filter(({ isKnown }) => isKnown).length;
  return { precision: put === 0 ? 1 : right / put, recall: known === 0 ? 1 : right / known };
}

function asResult(seen: readonly Judged[], unseen: readonly Judged[]): BenchmarkResult {
  const all = figures([...seen, ...unseen]);
  const open = figures(seen);
  const hidden = figures(unseen);
  const results = {
    mentions: seen.length + unseen.length,
    ...all,
    seen_precision: open.precision,
    seen_recall: open.recall,
    ...(unseen.length === 0
      ? {}
      : { unseen_precision: hidden.precision, unseen_recall: hidden.recall }),
  };
  const figure = (value: number): string => value.toFixed(3);
  return {
    results,
    table: [
      ['entities', 'all', 'seen', 'unseen', 'target'],
      ['mentions', String(results.mentions), String(seen.length), String(unseen.length), '≥ 300'],
      [
        'precision',
        figure(all.precision),
        figure(open.precision),
        unseen.length === 0 ? '–' : figure(hidden.precision),
        '≥ 0.95',
      ],
      [
        'recall',
        figure(all.recall),
        figure(open.recall),
        unseen.length === 0 ? '–' : figure(hidden.recall),
        '≥ 0.85',
      ],
    ],
  };
}
