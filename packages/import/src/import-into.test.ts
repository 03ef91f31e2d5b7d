/** Exports in the layout of their programs, imported from folders on disk. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFolder } from '../../../test/support/open-test-memory.js';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const VAULT = {
  '.obsidian/app.json': '{}',
  'Projects/Heron.md': [
    '---',
    'tags: [work, "#birds"]',
    '---',
    '# Heron',
    'The weir belongs to [[People/Ada Lund|Ada]], see [[Weir#Keys]]. #field',
    '',
    '![[map.png]]',
    '',
    '## Next',
    'To be done:',
    '- [ ] Count the nests 📅 2025-04-02',
    '- [x] Ask [[Ada Lund]] for the key',
    '- bring a rope',
    '',
    '```sh',
    '[[ -f key ]] && echo "- [ ] not a task"',
    '```',
  ].join('\n'),
  'Daily/2025-03-28.md': 'Met Ada at the weir. ^note1\n',
  'Projects/map.png': '\0PNG',
};

describe('a vault', () => {
  it('gives its notes with links as words, and each task alone', async () => {
    const memory = (await openTestMemory()).memory;
    const folder = folderOf(VAULT);
    symlinkSync(folder, join(folder, 'Projects', 'again'));
    symlinkSync('nowhere', join(folder, 'lost.md'));
    const report = await memory.import(folder);
    expect(report).toMatchObject({ format: 'folder', badCount: 0 });
    expect(report.leftOut).toEqual({
      'hidden files and folders': 1,
      'files that are no text: .png': 1,
      'what was read already by another way': 1,
      'links that lead nowhere': 1,
      'pictures, recordings and files without their text': 1,
    });
    const { memories } = await memory.list({ limit: 50 });
    const told = memories.map(({ content, saidAt }) => [
      content,
      new Date(saidAt).toISOString().slice(0, 10),
    ]);
    expect(told).toContainEqual(['Met Ada at the weir.', '2025-03-28']);
    const byContent = new Map(memories.map((each) => [each.content, each]));
    const weir = byContent.get('The weir belongs to Ada, see Weir, Keys. #field');
    expect(weir?.tags).toEqual(expect.arrayContaining(['work', 'birds', 'field']));
    expect(weir?.metadata).toMatchObject({ links: 'People/Ada Lund, Weir', title: 'Heron' });
    expect(byContent.get('To do: Count the nests, due 2025-04-02')?.metadata).toMatchObject({
      task: 'open',
      heading: 'Heron > Next',
    });
    expect(byContent.get('Done: Ask Ada Lund for the key')?.tags).toContain('task');
    expect([...byContent.keys()].some((content) => content.includes('[[ -f key ]]'))).toBe(true);
    expect(
      [...byContent.keys()].filter(
        (content) => content.includes('[[') && !content.includes('-f key'),
      ),
    ).toEqual([]);
    // Importing again adds nothing.
    const again = await memory.import(folder);
    expect(again.outcomes).toMatchObject({ remembered: 0, reinforced: 0, known: memories.length });
  });
});

describe('chats', () => {
  it('Slack: names, channels, marks of its own, and what is left out', async () => {
    const memory = (await openTestMemory()).memory;
    const report = await memory.import(
      folderOf({
        'users.json': JSON.stringify([
          { id: 'U1', name: 'ada', profile: { display_name: 'Ada Lund' } },
          { id: 'U2', real_name: 'Tom' },
        ]),
        'channels.json': '[]',
        'general/2025-02-03.json': JSON.stringify([
          {
            type: 'message',
            subtype: 'channel_join',
            user: 'U1',
            text: 'joined',
            ts: '1738580000.000100',
          },
          {
            type: 'message',
            user: 'U1',
            text: 'Ask <@U2> in <#C9|field> about <https://a.b|the map> &amp; keys',
            ts: '1738580400.000200',
          },
          {
            type: 'message',
            user: 'U2',
            text: '',
            files: [{ name: 'map.png' }],
            ts: '1738580500.000300',
          },
        ]),
      }),
    );
    expect(report.leftOut).toEqual({
      'lists that a program keeps': 2,
      'notices of the program': 1,
      'pictures, recordings and files without their text': 1,
    });
    const { memories } = await memory.list();
    expect(memories).toMatchObject([
      {
        content: 'Ask @Tom in #field about the map (https://a.b) & keys',
        speaker: 'Ada Lund',
        session: '#general',
      },
    ]);
  });

  it('WhatsApp: both layouts, the order of the day, several lines, what is no talk', async () => {
    const memory = (await openTestMemory()).memory;
    const folder = folderOf({
      'WhatsApp Chat with Ada.txt':
        '\u200e[03/02/2025, 18:12:33] Field trip: Messages and calls are end-to-end encrypted.\n[03/02/2025, 18:13:01] Ada Lund: The heron is back.\nTwo of them.\n[14/02/2025, 08:00:00] Tom: \u200eimage omitted\n',
      'us.txt':
        '2/14/25, 6:12\u202fPM - Messages and calls are end-to-end encrypted. No one outside can read them.\n2/14/25, 6:13\u202fPM - Tom: Bring the rope\n2/15/25, 12:05\u202fAM - Ada: <Media omitted>\n',
    });
    const report = await memory.import(folder);
    expect(report.leftOut).toMatchObject({
      'pictures, recordings and files without their text': 2,
      'notices of the program': 1,
    });
    const { memories } = await memory.list();
    expect(
      memories.map(({ content, speaker, saidAt }) => [
        content,
        speaker,
        new Date(saidAt).toISOString(),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['The heron is back.\nTwo of them.', 'Ada Lund', '2025-02-03T18:13:01.000Z'],
        ['Bring the rope', 'Tom', '2025-02-14T18:13:00.000Z'],
      ]),
    );
  });

  it('Claude.ai: conversations, the text of attachments, memories and projects', async () => {
    const memory = (await openTestMemory()).memory;
    const report = await memory.import(
      folderOf({
        'users.json': '[]',
        'conversations.json': JSON.stringify([
          {
            uuid: 'c1',
            name: 'Weir',
            created_at: '2025-02-03T18:00:00Z',
            chat_messages: [
              {
                uuid: 'm1',
                sender: 'human',
                created_at: '2025-02-03T18:00:00Z',
                text: 'Sum this up',
                content: [{ type: 'text', text: 'Sum this up' }],
                attachments: [
                  { file_name: 'keys.txt', extracted_content: 'The key hangs behind the sluice.' },
                ],
                files: [{ file_name: 'photo.jpg' }],
              },
              {
                uuid: 'm2',
                sender: 'assistant',
                content: [
                  { type: 'thinking', thinking: 'hm' },
                  { type: 'text', text: 'It hangs there.' },
                ],
              },
            ],
          },
        ]),
        'memories.json': JSON.stringify([
          { conversations_memory: '**Work**\n\nAda counts herons.', account_uuid: 'a' },
        ]),
        'projects.json': JSON.stringify([
          {
            uuid: 'p1',
            name: 'Herons',
            description: 'Counting at the weir',
            prompt_template: 'Be brief',
            docs: [
              {
                filename: 'plan.md',
                content: '# Plan\n\nCount in April.',
                created_at: '2025-01-02T00:00:00Z',
              },
            ],
          },
        ]),
      }),
    );
    expect(report).toMatchObject({
      badCount: 0,
      leftOut: {
        'pictures, recordings and files without their text': 1,
        'instructions to a model': 1,
      },
    });
    const { memories } = await memory.list();
    expect(memories.map(({ content }) => content)).toEqual(
      expect.arrayContaining([
        'Sum this up',
        'It hangs there.',
        'The key hangs behind the sluice.',
        'Ada counts herons.',
        'Counting at the weir',
        'Count in April.',
      ]),
    );
  });
});

describe('mail', () => {
  const MBOX = [
    'From ada@example.org Mon Feb  3 18:12:00 2025',
    'From: =?UTF-8?Q?Ada_L=C3=BCnd?= <ada@example.org>',
    'Date: Mon, 03 Feb 2025 18:12:00 +0100',
    'Subject: The weir',
    'Message-ID: <1@example.org>',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'The herons are b=C3=A4ck.',
    '>From the north, I think.',
    '-- ',
    'Ada, Bird Office',
    '--b',
    'Content-Type: image/png; name="map.png"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="map.png"',
    '',
    'iVBORw0KGgo=',
    '--b--',
    '',
    'From tom@example.org Mon Feb  3 19:00:00 2025',
    'From: Tom <tom@example.org>',
    'Date: Mon, 03 Feb 2025 19:00:00 +0100',
    'Subject: Re: The weir',
    'Message-ID: <2@example.org>',
    'References: <1@example.org>',
    'Content-Type: text/html',
    '',
    '<style>p{}</style><p>I bring a rope &amp; a lamp.</p><blockquote>old</blockquote>',
    '',
  ].join('\n');

  it('says what each wrote, without quotes, signatures and attachments', async () => {
    const memory = (await openTestMemory()).memory;
    const report = await memory.import(folderOf({ 'inbox.mbox': MBOX }));
    expect(report.leftOut).toEqual({ 'pictures, recordings and files without their text': 1 });
    const { memories } = await memory.list();
    expect(memories).toMatchObject([
      {
        content: 'The weir: The herons are bäck.\nFrom the north, I think.',
        speaker: 'Ada Lünd',
        session: '<1@example.org>',
        saidAt: Date.UTC(2025, 1, 3, 17, 12),
      },
      { content: 'I bring a rope & a lamp.', speaker: 'Tom', session: '<1@example.org>' },
    ]);
  });

  it('cut in half at any place: no fault, and a place for what cannot be read', async () => {
    for (let at = 0; at < MBOX.length; at += 37) {
      const memory = (await openTestMemory()).memory;
      const report = await memory.import(folderOf({ 'inbox.mbox': MBOX.slice(0, at) }), {
        skipBad: true,
      });
      for (const { message } of report.bad) expect(message).toMatch(/^inbox\.mbox: Line \d+: /);
      await memory.close();
    }
  });
});

describe('tables', () => {
  async function read(files: Readonly<Record<string, string>>, skipBad = false) {
    const memory = (await openTestMemory()).memory;
    const report = await memory.import(folderOf(files), { skipBad });
    return { report, memories: (await memory.list()).memories };
  }

  it('by the names of their columns', async () => {
    const { memories } = await read({
      'notes.csv':
        'Speaker,Date,Note,Place\nAda,2025-02-03,"Two herons, ""big"" ones\nby the weir",north\n',
      'plants.tsv': 'Plant\tBed\nlily\tnorth\n',
    });
    expect(memories).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          content: 'Two herons, "big" ones\nby the weir',
          speaker: 'Ada',
          saidAt: Date.UTC(2025, 1, 3),
          metadata: expect.objectContaining({ Place: 'north' }) as unknown,
        }),
        expect.objectContaining({ content: 'Plant: lily. Bed: north' }),
      ]),
    );
  });

  it('of one column, with a head or without', async () => {
    const { memories } = await read({
      'a.csv': 'note\nThe key hangs there\n',
      'b.csv': 'The rope is wet\nThe lamp is dry\n',
    });
    expect(memories.map(({ content }) => content).sort()).toEqual([
      'The key hangs there',
      'The lamp is dry',
      'The rope is wet',
    ]);
  });

  it('cut off, or of uneven rows: said with the line', async () => {
    const { report, memories } = await read(
      { 'c.csv': 'note,place\nfine,north\na,b,c\n"cut of' },
      true,
    );
    expect(memories).toHaveLength(1);
    expect(report.bad.map(({ message }) => message)).toEqual([
      expect.stringContaining('c.csv: Line 3: the row has 3 cells'),
      expect.stringContaining('c.csv: Line 4: a quote is opened there and never closed'),
    ]);
    await expect(read({ 'c.csv': 'note,place\n"cut of' })).rejects.toMatchObject({
      code: 'malformed_import',
      message: expect.stringContaining('c.csv') as string,
    });
  });
});

it('ChatGPT’s marks of sources become titles, or go', async () => {
  const memory = (await openTestMemory()).memory;
  const turn = (parts: string[], metadata: object) => ({
    title: 'Herons',
    create_time: 1738580000,
    current_node: 'b',
    mapping: {
      a: {
        id: 'a',
        parent: null,
        children: ['b'],
        message: {
          id: 'a',
          author: { role: 'user' },
          create_time: 1738580000,
          content: { content_type: 'text', parts: ['Where do herons nest?'] },
        },
      },
      b: {
        id: 'b',
        parent: 'a',
        children: [],
        message: {
          id: 'b',
          author: { role: 'assistant' },
          create_time: 1738580001,
          content: { content_type: 'text', parts },
          metadata,
        },
      },
    },
  });
  await memory.import(
    folderOf({
      'conversations.json': JSON.stringify([
        turn(
          [
            'In reeds \uE200cite\uE202turn0search1\uE201. And trees【7†source】. \uE200cite\uE202turn9\uE201',
          ],
          {
            content_references: [
              {
                matched_text: '\uE200cite\uE202turn0search1\uE201',
                items: [{ title: 'Herons', url: 'https://a.b' }],
              },
            ],
          },
        ),
      ]),
    }),
  );
  const { memories } = await memory.list();
  expect(memories[1]?.content).toBe('In reeds (Herons, https://a.b). And trees.');
});

it('an empty folder, a folder of nothing to read, a file that is broken among others', async () => {
  const memory = (await openTestMemory()).memory;
  expect(await memory.import(folderOf({}))).toMatchObject({
    outcomes: { remembered: 0 },
    leftOut: {},
  });
  const folder = folderOf({
    'a.json': '{"messages": [{"role": "user", "con',
    'b.md': 'The lamp is dry.',
  });
  await expect(memory.import(folder)).rejects.toMatchObject({
    code: 'malformed_import',
    message: expect.stringContaining('a.json') as string,
  });
  const report = await memory.import(folder, { skipBad: true });
  expect(report).toMatchObject({ badCount: 1, outcomes: { remembered: 1 } });
});

describe('an archive of ChatGPT', () => {
  const conversation = (id: string, text: string) => ({
    title: 'About herons',
    create_time: 1_750_000_000.5,
    update_time: 1_750_000_100.5,
    mapping: {
      root: { id: 'root', message: null, parent: null, children: [id] },
      [id]: {
        id,
        message: {
          id,
          author: { role: 'user', name: null, metadata: {} },
          create_time: 1_750_000_001,
          content: { content_type: 'text', parts: [text] },
          recipient: 'all',
          metadata: {},
        },
        parent: 'root',
        children: [],
      },
    },
    moderation_results: [],
    current_node: id,
    conversation_id: `c-${id}`,
  });
  const ARCHIVE = {
    'conversations-000.json': JSON.stringify([conversation('a', 'The heron nests by the weir.')]),
    'conversations-001.json': JSON.stringify([conversation('b', 'The heron left in autumn.')]),
    'ads.json': JSON.stringify({ ads: [{ id: 1, title: 'Shoes', clicked: false }] }),
    'library_files.json': JSON.stringify([
      { id: 'file-1', name: 'a.png', created_at: '2026-01-01' },
    ]),
    'conversation_asset_file_names.json': JSON.stringify({ 'file-1.dat': 'a.png' }),
    'export_manifest.json': JSON.stringify({ version: 2, files: ['conversations-000.json'] }),
    'user.json': '{"id":"u","email":"a@b.c"}',
    'empty_list.json': '[]',
    'chat.html': '<html></html>',
    'file-1.dat': 'x',
  };

  it.each([{}, { skipBad: true }, { format: 'chatgpt' as const }])(
    'gives its conversations, and names what holds no talk (%j)',
    async (options) => {
      const { memory } = await openTestMemory();
      const report = await memory.import(folderOf(ARCHIVE), options);
      expect(report).toMatchObject({ outcomes: { remembered: 2 }, badCount: 0, bad: [] });
      expect(report.notTaken).toEqual([
        'ads.json holds no talk',
        'conversation_asset_file_names.json holds no talk',
        'empty_list.json holds no talk',
        'export_manifest.json holds no talk',
        'library_files.json holds no talk',
      ]);
      expect(report.leftOut['files that hold no talk']).toBe(5);
    },
  );

  it('that is cut off is an error all the same', async () => {
    const { memory } = await openTestMemory();
    const cut = ARCHIVE['conversations-001.json'].slice(0, -40);
    await expect(
      memory.import(folderOf({ ...ARCHIVE, 'conversations-001.json': cut })),
    ).rejects.toMatchObject({ code: 'malformed_import', value: 'conversations-001.json' });
  });
});
