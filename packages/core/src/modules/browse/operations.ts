import { z } from 'zod';
import { isMoment } from '../../domain/memory-times.js';
import { tellAbout } from '../../domain/tell-about.js';
import { bold, day, dim, good, moment, shorten, type TextFormat } from '../../format/style.js';
import { About, AboutInput } from './about.js';
import { EntitiesInput, EntityPage } from './entities.js';
import { Timeline, TimelineInput } from './timeline.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';

const STEPS = '▁▂▃▄▅▆▇█';

export function renderTimeline(
  { span, counts, total, memories }: Timeline,
  screen: Pick<TextFormat, 'zone'> = {},
): string {
  if (span === null) return 'Nothing in that time.';
  const most = Math.max(...counts);
  const line = counts
    .map((count) =>
      count === 0 ? ' ' : (STEPS[Math.ceil((count / most) * STEPS.length) - 1] ?? ''),
    )
    .join('');
  return [
    `${moment(span.from, screen)} ${line} ${moment(span.to, screen)}`,
    dim(`${total} memories, at most ${most} in one of ${counts.length} stretches`),
    ...memories.map(
      // Calendar dates are the same in every time zone.
      ({ id, content, speaker, occurredFrom, occurredTo }) =>
        `${dim(moment(occurredFrom, isMoment({ occurredFrom, occurredTo }) ? screen : {}))} ${speaker === null ? '' : `${bold(speaker)}: `}${shorten(content, 100)} ${dim(id)}`,
    ),
  ].join('\n');
}

export function renderAbout(about: About, screen: Pick<TextFormat, 'zone'> = {}): string {
  return tellAbout(about, {
    bold,
    dim,
    good,
    day: (at) => day(at, screen),
    cut: (text) => shorten(text, 120),
  });
}

export const timelineOperation = defineOperation({
  name: 'timeline',
  summary: 'Show how memories lie in time, and the newest of them.',
  description:
    'Counts of equal stretches, by when things happened or by when the bank learned them; with --as-of what the bank held then. Pages go back in time.',
  input: TimelineInput,
  output: Timeline,
  positional: [],
  effect: 'read',
  forOperators: true,
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme timeline', shows: 'a line of counts and the newest twenty memories' },
    {
      command: 'mneme timeline --clock recorded --as-of 2025-06-01 --limit 5',
      shows: 'what the bank had learned by then, the latest first',
    },
  ],
  served: { pace: 'quick' },
  verb: ['browse.timeline'],
  places: [{ method: 'GET', path: '/timeline' }],
  asLines: renderTimeline,
  run: (memory, input) => memory.browse.timeline(input),
});

export const entitiesOperation = defineOperation({
  name: 'entities',
  summary: 'List the people, places and things the bank knows; or tell which of them a name means.',
  description:
    'With how many links end at each, the most linked first; `about` tells what is held of one. With `name`: by how alike the names are, by the names met beside it and by when it was met, with the candidates and their scores.',
  input: EntitiesInput,
  output: EntityPage,
  positional: ['match'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme entities --limit 10', shows: 'the ten that most hangs on' },
    { command: 'mneme entities To --types person', shows: 'people whose names begin with To' },
    {
      command: 'mneme entities --name Anna --near Porto,Farolim --at 2025-06-01',
      shows: 'which Anna that is',
    },
  ],
  served: { pace: 'quick' },
  verb: ['browse.entities'],
  places: [{ method: 'GET', path: '/entities' }],
  run: (memory, input) => memory.browse.entities(input),
});

export const aboutOperation = defineOperation({
  name: 'about',
  summary: 'Tell what is held of a person or a thing, now and before.',
  description:
    'By notes, and of what nobody has read by rules: standing wishes first, then what is open, what changed lately, what holds, what notes on others tell of it, what is over; each with its days and the memory that says so, and what it replaced below it. “me” is whose memory it is; with --as-of what the bank held then.',
  input: AboutInput,
  output: About,
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme about Tom', shows: 'where he lives, and where he did before' },
    { command: 'mneme about Tom --as-of 2025-05-01', shows: 'what was known of him in May' },
    { command: 'mneme about me', shows: 'your own standing wishes, plans and circumstances' },
  ],
  served: { pace: 'question' },
  verb: ['browse.about', 'about'],
  places: [{ method: 'POST', path: '/entities/about' }],
  asLines: renderAbout,
  run: (memory, input) => memory.browse.about(input),
  asText: (about) => tellAbout(about),
});

// Deprecated aliases of `entities`: the names these verbs had in the previous version.

export const entityListOperation = deprecatedVerb(entitiesOperation, {
  name: 'entity_list',
  words: ['entity', 'list'],
  positional: ['match'],
  input: EntitiesInput,
  as: (given) => given,
});

const { name, near, at } = EntitiesInput.shape;

export const resolveEntityOperation = deprecatedVerb(entitiesOperation, {
  name: 'resolve_entity',
  words: ['entity', 'resolve'],
  positional: ['name'],
  places: [{ method: 'POST', path: '/entities/resolve' }],
  input: z.strictObject({ name: name.unwrap().describe('The name as it was met.'), near, at }),
  as: (given) => given,
});
