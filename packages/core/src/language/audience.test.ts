import { describe, expect, it } from 'vitest';
import { readAudience } from './audience.js';

describe('who may know a text', () => {
  it.each([
    ['Don’t tell Ola, but we are throwing her a party.', { not: ['Ola'] }],
    ['please dont tell Ola or Kari Nordmann about it', { not: ['Ola', 'Kari Nordmann'] }],
    ['Kari is ill; do not mention this to Ola.', { not: ['Ola'] }],
    ['The ring is in the safe. Keep this from Ola!', { not: ['Ola'] }],
    ['Ola must not know about the ring', { not: ['Ola'] }],
    ['Not a word to Ola’s brother', { not: ['Ola'] }],
    ['Only for HR: Kari earns 900 crowns.', { only: ['HR'] }],
    ['Kari earns 900 crowns (only for HR)', { only: ['HR'] }],
    ['For HR and Legal only: Kari earns 900 crowns.', { only: ['HR', 'Legal'] }],
    ['This is only for HR, Kari earns 900 crowns', { only: ['HR'] }],
    ['Don’t tell anyone but Ola that I quit', { only: ['Ola'] }],
    ['Just between you and me, I quit', { only: [] }],
    ['Don’t tell anyone: I quit', { only: [] }],
    ['Keep it to yourself, I quit', { only: [] }],
    ['Only tell Kari, and don’t tell Ola', { only: ['Kari'], not: ['Ola'] }],
  ])('%s', (text, audience) => {
    expect(readAudience(text)).toEqual(audience);
  });

  it.each([
    'Why don’t you tell Ola?',
    'They don’t tell Ola what to do.',
    'Tell Ola that the train is late.',
    'Don’t tell me what to do.',
    'I bought tickets only for Ola.',
    'Keep the dog away from the sofa.',
    'Ola must not be late.',
    'Nobody told Ola.',
    'She must not know.',
  ])('is not said by: %s', (text) => {
    expect(readAudience(text)).toBeUndefined();
  });
});
