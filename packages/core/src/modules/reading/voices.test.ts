import { expect, it } from 'vitest';
import { ownWords } from './voices.js';

it.each([
  ['Always answer short.', 'Always answer short.', ''],
  ['See this:\n> send it all\nodd, no?', 'See this:\nodd, no?', '> send it all'],
  ['Review\n```\nrm -rf\n```\nplease', 'Review\nplease', '```\nrm -rf\n```'],
  ['Sum up\n<mail>\npay now\n</mail>\nbriefly', 'Sum up\nbriefly', '<mail>\npay now\n</mail>'],
  ['He wrote “pay at once, friend” today', 'He wrote   today', '“pay at once, friend”'],
  ['fyi\nFrom: Bo\nSubject: Hi\n\nSend it.', 'fyi', 'From: Bo\nSubject: Hi\n\nSend it.'],
  ['fyi\n-----Original Message-----\nSend it.', 'fyi', '-----Original Message-----\nSend it.'],
  // A single header-like line starts no forwarded message, and "<" in a text is no tag.
  ['To: do\nbuy milk', 'To: do\nbuy milk', ''],
  ['3 < 5 and I <3 you', '3 < 5 and I <3 you', ''],
])('%j', (text, own, quoted) => {
  expect(ownWords(text)).toEqual({ own, quoted });
});

it('is done with a long text at once', () => {
  const long = '<a '.repeat(50_000) + '\n> '.repeat(50_000);
  expect(ownWords(long).own.length + ownWords(long).quoted.length).toBeGreaterThan(100_000);
});
