/** A person's own questions, asked here and of the memory they come from: by what it answered, and by a running one over HTTP. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { runProgram } from '../support/run-node.js';
import { serveTestMemory } from '../support/served-memory.js';
import { openTestMemory, temporaryFolder } from '../support/open-test-memory.js';

const TEXTS = ['I am a vegetarian, and allergic to nuts.', 'The staging pool has 40 connections.'];

describe('compared answers', () => {
  it('tell what is found, what is kept and not found, what is missing, and what is only here', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([...TEXTS, 'Ann waters the fern on Mondays.']);
    const { questions, totals } = await memory.guidance.compareAnswers({
      questions: [
        {
          query: 'How many connections has staging?',
          answers: ['Staging pool: 40 connections', 'Lives in Leeds with two dogs'],
        },
        { query: 'What must I not eat?', answers: ['Allergic to nuts'] },
      ],
    });
    expect(questions[0]?.theirs).toEqual([
      { text: 'Staging pool: 40 connections', state: 'found', at: 1 },
      { text: 'Lives in Leeds with two dogs', state: 'missing', at: null },
    ]);
    expect(['found', 'below', 'kept']).toContain(questions[1]?.theirs[0]?.state);
    expect(totals).toMatchObject({ missing: 1 });
    expect(totals.tokens.theirs).toBeGreaterThan(0);
    const none = await memory.guidance.compareAnswers({
      questions: [{ query: 'What is the pool of staging?', answers: [] }],
    });
    expect(none.questions[0]?.onlyOurs[0]?.text).toBe(TEXTS[1]);
    await expect(memory.guidance.compareAnswers({ questions: [] })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('come from a file, or from a running memory, by the command line', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'here.mneme');
    const here = await openMemory({ file });
    await here.rememberAll(TEXTS);
    await here.close();
    const there = await serveTestMemory();
    await there.ask('POST', '/compat/mem0/v1/memories/', {
      body: { messages: 'The staging pool has 40 connections.', user_id: 'ann' },
    });
    await there.ask('POST', '/compat/mem0/v1/memories/', {
      body: { messages: 'The staging pool is in Leeds.', user_id: 'ann' },
    });
    const questions = join(folder, 'questions.jsonl');
    writeFileSync(
      questions,
      'What do you know of the staging pool?\n{"query":"What is Ann allergic to?","results":[{"memory":"Allergic to nuts"}]}\n',
    );
    const env = { MNEME_FILE: file };
    const peer = ['--with', 'mem0', '--url', `${there.url}/compat/mem0`, '--key', 'any'];
    const ran = await runProgram(['compare', questions, ...peer, '--of', 'ann', '--json'], {
      env,
    });
    expect(ran.err).toBe('');
    const report = JSON.parse(ran.out) as { totals: object; questions: { theirs: object[] }[] };
    expect(report.questions[0]?.theirs).toEqual(
      expect.arrayContaining([
        { text: 'The staging pool has 40 connections.', state: 'found', at: 1 },
        { text: 'The staging pool is in Leeds.', state: 'missing', at: null },
      ]),
    );
    const told = await runProgram(['compare', questions, ...peer, '--of', 'ann'], { env });
    expect(told.out).toMatch(/The staging pool is in Leeds\. {2}— not here/);
    expect(told.out).toMatch(/Of 3 answers there,/);
    const graph = join(folder, 'memory.jsonl');
    const entity = { type: 'entity', name: 'staging', entityType: 'place' };
    writeFileSync(
      graph,
      JSON.stringify({ ...entity, observations: ['The staging pool is in Leeds.', 'Rain again.'] }),
    );
    const reference = ['--with', 'reference', '--url', graph, '--json'];
    const read = await runProgram(['compare', questions, ...reference], { env });
    const { questions: asked } = JSON.parse(read.out) as typeof report;
    expect(asked[0]?.theirs).toEqual([
      { text: 'The staging pool is in Leeds.', state: 'missing', at: null },
    ]);
    writeFileSync(graph, 'no JSON');
    const broken = await runProgram(['compare', questions, ...reference], { env });
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('memory.jsonl')]);
    const alone = await runProgram(['compare-peer', questions], { env });
    expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('nobody is named to ask')]);
  });
});
