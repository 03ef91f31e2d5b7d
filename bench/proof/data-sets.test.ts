/** Data of others are read in the formats in which they are published, here made up. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/open-test-memory.js';
import type { ChoiceQuestion } from '../talk/personamem.js';
import type { Talk } from '../talk/talk.js';
import { DATA_SETS, fetchDataSet, type DataSet } from './data-sets.js';

function talksOf(set: DataSet, files: Readonly<Record<string, unknown>>, limit = 9): Talk[] {
  const data = temporaryFolder();
  expect([...set.talks(join(data, set.folder), limit)]).toEqual([]);
  for (const [place, content] of Object.entries(files)) {
    const path = join(data, set.folder, place);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return [...set.talks(join(data, set.folder), limit)];
}

const told = ({ turns }: Talk): unknown[] => turns.map(({ content }) => content);

describe('data of others', () => {
  it('LongMemEval: a haystack a question, which may be unanswerable', () => {
    const instance = (id: string): object => ({
      question_id: id,
      question_type: 'knowledge-update',
      question: 'Where is the "kiln"?',
      question_date: '2023/05/30 (Tue) 23:40',
      answer: 'In the barn.',
      answer_session_ids: ['answer_1'],
      haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 08:00'],
      haystack_session_ids: ['other', 'answer_1'],
      haystack_sessions: [
        [{ role: 'user', content: 'A brace } and a bracket ] in "quotes \\" of words’ end.' }],
        [
          { role: 'user', content: 'The kiln is in the barn.', has_answer: true },
          { role: 'assistant', content: ' \u200b' },
        ],
      ],
    });
    const files = {
      'longmemeval_s_cleaned.json': JSON.stringify([instance('q1'), instance('q2_abs')], null, 1),
    };
    const [first, second] = talksOf(DATA_SETS.longMemEvalS, files, 500);
    expect(told(first as Talk)).toEqual([
      'A brace } and a bracket ] in "quotes \\" of words’ end.',
      'The kiln is in the barn.',
    ]);
    expect(first?.questions[0]).toMatchObject({
      sessions: ['answer_1'],
      evidence: [first?.turns[1]?.turn],
      answerable: true,
      after: 2,
      askedAt: Date.UTC(2023, 4, 30, 23, 40),
    });
    expect(second?.questions[0]).toMatchObject({ sessions: [], answerable: false });
  });

  it('BEAM: a chat a folder, sources by the numbers of messages', () => {
    const [talk] = talksOf(DATA_SETS.beam1M, {
      '1/chat.json': [
        {
          batch_number: 1,
          turns: [
            [
              { role: 'user', id: 0, time_anchor: 'March-15-2024', content: 'Hello. ->-> 1,1' },
              { role: 'assistant', id: 1, content: 'Hello.' },
            ],
          ],
        },
        { batch_number: 2, turns: [[{ role: 'user', id: 2, content: 'The API takes 250 ms.' }]] },
      ],
      '1/probing_questions/probing_questions.json': {
        abstention: [{ question: 'Who am I?' }],
        knowledge_update: [
          {
            question: 'How fast is the API?',
            source_chat_ids: { original_info: [0], updated_info: [2, 99] },
          },
        ],
      },
    });
    expect(told(talk as Talk)).toEqual(['Hello.', 'Hello.', 'The API takes 250 ms.']);
    expect(talk?.questions).toMatchObject([
      { category: 'abstention', evidence: [], answerable: false },
      { category: 'knowledge_update', evidence: ['0', '2'], sessions: ['0', '1'] },
    ]);
    expect(talk?.turns[0]?.saidAt).toBe(Date.UTC(2024, 2, 15));
  });

  it('RealMem: what a query needs is named by the turn that answers it', () => {
    const session = (id: string, ...turns: object[]): object => ({
      session_identifier: `Plan:${id}`,
      session_uuid: id,
      current_time: '2026-01-02 09:00',
      dialogue_turns: turns,
    });
    const [talk] = talksOf(DATA_SETS.realMem, {
      'Bo_dialogues_256k.json': {
        _metadata: { person_name: 'Bo' },
        dialogues: [
          session('s1', { speaker: 'User', content: 'I plan a garden.', is_query: false }),
          session(
            's2',
            { speaker: 'User', content: 'What did I plan?', is_query: true },
            { speaker: 'Assistant', content: 'A garden.', memory_session_uuids: ['s1'] },
          ),
        ],
      },
    });
    expect(talk?.questions).toMatchObject([{ after: 1, sessions: ['s1'], running: 's2' }]);
  });

  it('PersonaMem: options in either quotes, each question after what it may see', () => {
    const options = `"['(a) Try a ""kiln"".', ""(b) It's the barn."", '(c) None.']"`;
    const [talk] = talksOf(DATA_SETS.personaMem, {
      'questions_32k.csv': `question_id,question_type,user_question_or_message,correct_answer,all_options,shared_context_id,end_index_in_shared_context\nq1,recall,Where to?,(b),${options},ctx,2\n`,
      'shared_contexts_32k.jsonl': `${JSON.stringify({ ctx: ['system', 'user', 'assistant'].map((role) => ({ role, content: `By ${role}.` })) })}\n`,
    });
    const [question] = (talk?.questions ?? []) as ChoiceQuestion[];
    expect(question).toMatchObject({ text: 'Where to?', after: 2, right: 1 });
    expect(question?.options).toEqual(['Try a "kiln".', "It's the barn.", 'None.']);
  });

  it('MemFail: a question about somebody else is not answerable', () => {
    const asked = [
      { text: 'What for Maya?', is_misleading: false },
      { text: 'What for Liam?', is_misleading: true },
    ];
    const cell = (json: unknown): string => `"${JSON.stringify(json).replaceAll('"', '""')}"`;
    const [talk] = talksOf(DATA_SETS.memFail, {
      'misleading.csv': `entity,entity_facts,questions\nMaya,${cell(['Maya bakes. She hates dill.'])},${cell(asked)}\n`,
    });
    expect(told(talk as Talk)).toEqual(['Maya bakes.', 'She hates dill.']);
    expect(talk?.questions.map(({ answerable }) => answerable)).toEqual([true, false]);
  });

  it('are downloaded only where they are not there, whole or not at all', async () => {
    const data = temporaryFolder();
    const asked: string[] = [];
    const get = (status: number) => (url: unknown) => {
      asked.push(String(url));
      return Promise.resolve(new Response('[]', { status }));
    };
    const fetched = (status: number): Promise<void> =>
      fetchDataSet(DATA_SETS.locomo, data, () => undefined, get(status));
    await expect(fetched(404)).rejects.toMatchObject({ code: 'unavailable', field: 'fetch' });
    await fetched(200);
    await fetched(200);
    expect(asked).toHaveLength(2);
    expect(readFileSync(join(data, 'locomo/locomo10.json'), 'utf8')).toBe('[]');
  });
});
