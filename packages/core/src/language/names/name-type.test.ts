import { describe, expect, it } from 'vitest';
import { readEntities } from '../entities.js';

const typeIn = (text: string, name: string): string | undefined =>
  readEntities(text).find((mention) => mention.name === name)?.type;

/** A text and a name in it. */
type Case = readonly [text: string, name: string];

describe('the type of a name', () => {
  it.each<Case>([
    ['I signed with Harbourline yesterday.', 'Harbourline'],
    ['Corvane said no, so we look elsewhere.', 'Corvane'],
    ['Tabs went out on Friday and nobody noticed.', 'Tabs'],
    ['I asked Seabeam for the report.', 'Seabeam'],
    ["We asked Seabeam's manager for a change calendar.", 'Seabeam'],
    ["Toast's back, after a week of silence.", 'Toast'],
    ['Debbie from Harcroft Realty called about the lease.', 'Harcroft Realty'],
    ['The report was written by Nine Doors.', 'Nine Doors'],
    ['ESP32 says it is out of memory.', 'ESP32'],
    ['We drop the old tool and go to Casefile Pro.', 'Casefile Pro'],
    ['I met them at Tidewell before lunch.', 'Tidewell'],
    ['The v4 of the letter is in Templates/Engagement.', 'Templates'],
    ['We moved from Docwell last year.', 'Docwell'],
    ['We got a dog called Banjo from the shelter.', 'Banjo'],
    ['Ship Kelp by Monday, please.', 'Kelp'],
  ])('is none by one verb or preposition: %s', (text, name) => {
    expect(typeIn(text, name) ?? 'thing').toBe('thing');
  });

  it.each<readonly [...Case, type: string]>([
    ['My sister Zelma is here.', 'Zelma', 'person'],
    ["Zelma's husband cooks on Sundays.", 'Zelma', 'person'],
    ['I told Zelma that she could stay.', 'Zelma', 'person'],
    ['Zelma said that she hates the new kitchen.', 'Zelma', 'person'],
    ['Thanks, Zelma!', 'Zelma', 'person'],
    ['We rented a flat in Wrzosowo for the summer.', 'Wrzosowo', 'place'],
    ['We flew to Wrzosowo with the kids.', 'Wrzosowo', 'place'],
    ['He works as a welder at Baltrans now.', 'Baltrans', 'organisation'],
    ['I bought a used Wachtel from a guy.', 'Wachtel', 'product'],
    ['We watched a film called Rookhaven last night.', 'Rookhaven', 'work'],
    ['The Qorvane app is slow today.', 'Qorvane', 'product'],
  ])('is told by a noun, or by two cues: %s', (text, name, type) => {
    expect(typeIn(text, name)).toBe(type);
  });

  it('is no product for an abbreviation', () => {
    expect(typeIn('She finished her PhD and sent 12 kB of data.', 'PhD') ?? 'thing').toBe('thing');
    expect(typeIn('All pages were OCRed, says Ana.', 'OCRed') ?? 'thing').toBe('thing');
    expect(typeIn('We use RivetDB for the queue.', 'RivetDB')).toBe('product');
  });

  it('is no person for a measure in small letters', () => {
    for (const text of ['the gateway handles max 24 nodes', 'lists have max five points'])
      expect(readEntities(text).map(({ name }) => name)).not.toContain('Max');
    expect(readEntities('we moved it to april 20').map(({ type }) => type)).not.toContain('person');
  });
});
