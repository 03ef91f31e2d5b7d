/** A memory in which every kind of record holds texts, besides what operations need to work on. */
import { openMemory } from '../../packages/mneme/src/index.js';
import { filled, type FilledFile } from './operation-samples.js';
import { draw, png, sharp } from './pictures.js';

export async function richFile(): Promise<FilledFile> {
  const scene = await filled();
  const bank = await openMemory({ file: scene.file, vaultKey: 'ab'.repeat(32) });
  await bank.care.configure({ tokens: true });
  await bank.rememberAll([
    {
      content: 'Tom Okafor works for Vestra because the harbour office closed.',
      speaker: 'Priya Nair',
      session: 'chat of the harbour',
      turn: 'D3:14',
      origin: 'letters/harbour news.md',
      source: 'web',
      tags: ['harbour news', 'move'],
      metadata: { project: 'parcel', 'written by': 'the harbour gazette' },
      saidAt: '2025-07-03T10:00:00Z',
    },
    {
      content: 'Tom Okafor is also called Tommy. He plans to run the Porto marathon next October.',
      speaker: 'Tom',
      session: 's',
      metadata: { project: 'parcel' },
    },
    { content: 'The hotel kept 4111 1111 1111 1111 on file.', source: 'agent' },
    { content: 'I prefer pnpm over npm in every project.', speaker: 'Ravi', kind: 'opinion' },
    { content: 'First rotate the keys, then restart the server, then tell Ana.', source: 'tool' },
    { content: 'A photograph of the weir.', ...(await pictures()) },
    {
      content: 'John Smith: Speaks Spanish, and badly.',
      tags: ['knowledge graph'],
      metadata: { entity: 'John Smith', entityType: 'person of note' },
      source: 'agent',
    },
    {
      content: 'Anthropic is a company.',
      tags: ['knowledge graph'],
      metadata: { entity: 'Anthropic', entityType: 'company', states: 'entity' },
      source: 'agent',
    },
    {
      content: 'John Smith works at Anthropic.',
      tags: ['knowledge graph'],
      metadata: { from: 'John Smith', relation: 'works at', to: 'Anthropic' },
      source: 'agent',
    },
  ]);
  await bank.update(scene.memory, {
    remark: 'He told it himself.',
    addTags: ['settled for good'],
  });
  await bank.session('chat-7').note({
    text: 'Priya moved to Lisbon.',
    speaker: 'Tom Okafor',
    task: 'Plan the move',
    phase: 'asking around',
  });
  await bank
    .session('chat-7')
    .note({ agent: 'planner of trips', keep: 'Ask about the dog first.', tags: ['open point'] });
  await bank.feedback({ result: scene.result, verdict: 'useful', note: 'Just what I wanted.' });
  await bank.goals.set({
    id: scene.goal,
    successCriteria: ['He crosses the line.'],
    blockers: [{ what: 'a sore knee', kind: 'other' }],
    needs: { skills: ['long runs'], knowledge: ['the way along the river'] },
    triggers: [{ on: 'mention', words: 'the marathon' }],
  });
  await bank.strategies.learn([
    {
      query: 'pay a bill',
      steps: [{ thought: 'It is late.', action: 'pay at once', observation: 'declined' }],
      outcome: 'failure',
      failureReason: 'no funds left',
    },
  ]);
  await bank.foresight.observe({
    transition: { action: 'pay', context: ['card: valid'], state: ['paid in full'] },
    task: { capability: 'paying', success: false, failureMode: 'no funds left' },
    doing: { entity: 'Ana', doing: 'pays at noon' },
  } as Parameters<typeof bank.foresight.observe>[0]);
  await bank.validity.resolve({
    id: scene.conflict,
    keep: 'both',
    conditions: 'by season',
    note: 'Both.',
  });
  await bank.validity.resolve({ id: scene.conflict, keep: 'undecided' });
  await bank.reflect();
  await bank.recall('Where is Tom Okafor?');
  // What is told of it below is to come in.
  await bank.care.configure({ guard: 'off' });
  await bank.close();
  return scene;
}

/** None where the decoder does not load. */
async function pictures() {
  if (sharp === null) return {};
  const bytes = await png(draw('scene', 1));
  return { images: [{ bytes, name: 'weir in winter.png', alt: 'The old weir' }] };
}
