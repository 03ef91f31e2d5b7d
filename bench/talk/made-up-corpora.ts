/** Corpora of a few lines in each shape, made up. */

const session = (date: string, ...turns: readonly (readonly [string, string, string])[]) => ({
  date,
  turns: turns.map(([dia_id, speaker, text]) => ({ dia_id, speaker, text })),
});

const conversation = (...sessions: readonly ReturnType<typeof session>[]) =>
  Object.fromEntries(
    sessions.flatMap(({ date, turns }, at) => [
      [`session_${at + 1}`, turns],
      [`session_${at + 1}_date_time`, date],
    ]),
  );

export const LOCOMO = [
  {
    sample_id: 'first',
    conversation: conversation(
      session(
        '1:00 pm on 8 May, 2023',
        ['D1:1', 'user', 'I keep bees behind the house.'],
        ['D1:2', 'assistant', 'Bees need water nearby in summer.'],
      ),
      session('2:00 pm on 9 May, 2023', ['D2:1', 'user', 'My violin lesson is on Thursdays.']),
    ),
    qa: [
      { question: 'When is the violin lesson?', category: 4, evidence: ['D2:1'] },
      { question: 'What does the assistant keep?', category: 5, evidence: ['D1:1'] },
      { question: 'Which marathon was run?', category: 11, evidence: [] },
    ],
  },
  {
    sample_id: 'second',
    conversation: conversation(
      session(
        '1:00 pm on 8 June, 2023',
        ['D1:1', 'user', 'The harbour ferry leaves at seven.'],
        ['D1:2', 'assistant', 'Then we should pack tonight.'],
      ),
    ),
    qa: [{ question: 'When does the ferry leave?', category: 1, evidence: ['D1:1', 'D9:9'] }],
  },
];

const said = (speaker: string, text: string, used?: readonly string[]) => ({
  speaker,
  text,
  query: used !== undefined,
  used: used ?? [],
});

export const REALMEM = [
  {
    name: 'Bo',
    sessions: [
      {
        id: 's1',
        date: '2026-01-02',
        turns: [said('User', 'The greenhouse roof leaks.'), said('Assistant', 'Seal every pane.')],
      },
      { id: 's2', date: '2026-01-02', turns: [said('User', 'I bought a trumpet.')] },
      {
        id: 's3',
        date: '2026-01-03',
        turns: [
          said('User', 'What did we say about the greenhouse roof?', ['s1']),
          said('Assistant', ' '),
          said('User', 'The greenhouse roof is sealed now.'),
        ],
      },
    ],
  },
];

const belief = (id: string, rest: Readonly<Record<string, unknown>> = {}) => ({
  _id: id,
  user_id: 'test-user',
  type: 'preference',
  canonical_name: 'drink_tea',
  aliases: ['tea', 'brew'],
  content: 'Drinks green tea.',
  scope: ['domain:kitchen'],
  epistemic_status: 'active',
  pinned: false,
  resolved_at: null,
  superseded_by: null,
  created_at: '2026-03-01T00:00:00Z',
  ...rest,
});

export const BELIEFS = [
  belief('b-tea'),
  belief('b-pinned', { pinned: true }),
  belief('b-other', { user_id: 'somebody' }),
  belief('b-old', { epistemic_status: 'superseded', superseded_by: 'b-tea' }),
  belief('b-question', { type: 'open_question' }),
  belief('b-resolved', { resolved_at: '2026-04-01T00:00:00Z' }),
];

const precisionCase = (query: string, scope: string, wanted: readonly string[]) => ({
  category: 'Alias resolution',
  scope: [scope],
  query,
  expect: { relevantBeliefs: { shouldOnlyInclude: wanted } },
});

export const CASES = [
  precisionCase('Which tea?', 'domain:kitchen', ['b-tea', 'b-pinned']),
  precisionCase('Which tea?', 'domain:code', []),
  precisionCase(' ', 'domain:code', []),
];

export const LIFE = {
  name: 'ada',
  owner: 'Ada Byron',
  now: '2026-05-02T09:00:00Z',
  turns: [
    {
      id: 't1',
      session: 's1',
      speaker: 'user',
      saidAt: '2026-01-01T10:00:00Z',
      text: 'I live in Porto.',
    },
    {
      id: 't2',
      session: 's1',
      speaker: 'assistant',
      saidAt: '2026-01-01T10:01:00Z',
      text: 'Noted.',
    },
    {
      id: 't3',
      session: 's2',
      speaker: 'user',
      saidAt: '2026-03-01T10:00:00Z',
      text: 'I moved to Ghent.',
    },
  ],
  questions: [
    {
      kind: 'current',
      query: 'Where does Ada live?',
      answerTurns: ['t3'],
      staleTurns: ['t1'],
      known: true,
    },
    {
      kind: 'unknown',
      query: 'What does Ada drive?',
      now: '2026-05-01T00:00:00Z',
      answerTurns: [],
      known: false,
    },
  ],
};

/** The same life with all that a memory should make of it. */
export const JUDGED_LIFE = {
  ...LIFE,
  questions: [
    ...LIFE.questions,
    { kind: 'past', query: 'Where did Ada live before?', answerTurns: ['t1'], known: true },
  ],
  turns: [
    ...LIFE.turns,
    {
      id: 't4',
      session: 's3',
      speaker: 'user',
      saidAt: '2026-04-01T10:00:00Z',
      text: 'Yesterday the oven tripped the fuse because the cable was wet.',
    },
    {
      id: 't5',
      session: 's3',
      speaker: 'user',
      saidAt: '2026-04-01T10:01:00Z',
      text: 'I live in a castle, says my cat.',
    },
  ],
  claims: [
    {
      subject: 'Ada',
      slot: 'home',
      value: 'Ghent',
      from: '2026-03-02',
      saidIn: 't3',
      replaces: 't1',
    },
    {
      subject: 'Ada',
      slot: 'home',
      value: 'Porto',
      from: '2025-12-01',
      saidIn: 't1',
      replaces: null,
    },
  ],
  dates: [
    { turn: 't4', phrase: 'yesterday', from: '2026-03-31', to: '2026-04-01' },
    { turn: 't3', phrase: 'moved', from: '2026-03-01', to: '2026-03-02' },
  ],
  notFacts: [{ turn: 't5', why: 'joke' }],
  verbs: [
    {
      verb: 'causes',
      input: 'the oven tripped the fuse',
      must: ['CABLE|wire'],
      mustNot: ['Ghent'],
    },
    { verb: 'causes', input: 'the oven tripped the fuse', must: ['cable'], mustNot: ['wet'] },
    { verb: 'dance', input: 'a waltz', must: [], mustNot: [] },
  ],
};

/** What is asked about {@link JUDGED_LIFE} besides its questions. */
export const LIFE_CASES = {
  life: 'ada',
  tasks: [
    { task: 'Have flowers sent to where Ada lives.', need: [['t3']], never: ['t1'] },
    { task: 'Tell why the oven tripped the fuse.', need: [['t9', 't4'], ['t9']], never: ['t4'] },
  ],
  nothing: [{ text: 'how many bones does a hand have' }, { text: 'where does Ada live?' }],
  trials: [
    { ask: 'switch on the oven while the cable is wet', verdict: 'bad', evidence: ['t4'] },
    { ask: 'sail to Iceland', verdict: 'unknown', evidence: [] },
  ],
  about: [{ subject: 'Ada Byron', now: [['t3'], ['t4']], gone: ['t1'] }],
  statements: [
    { text: 'Ada Byron lives in Ghent.', truth: 'true', evidence: ['t3'] },
    { text: 'Ada Byron plays the oboe in an orchestra.', truth: 'unknown', evidence: [] },
  ],
};

const note = (
  id: string,
  turn: string,
  fields: Readonly<Record<string, unknown>> & { readonly text: string },
) => ({ id, turns: [turn], about: 'Ada Byron', aspect: 'home', value: 'home', ...fields });

/** What a reader made of {@link JUDGED_LIFE}. */
export const LIFE_READING = [
  note('n1', 't1', { value: 'Porto', text: 'Ada Byron lives in Porto.' }),
  note('n2', 't3', { value: 'Ghent', text: 'Ada Byron lives in Ghent.', replaces: ['n1'] }),
  note('n3', 't4', {
    aspect: 'oven',
    value: 'tripped the fuse',
    type: 'event',
    from: '2026-03-31',
    text: 'On 31 March 2026 the oven of Ada Byron tripped the fuse because the cable was wet.',
    outcome: { of: 'switching on the oven', went: 'bad', under: 'wet cable' },
  }),
];
