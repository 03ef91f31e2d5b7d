import { describe, expect, it } from 'vitest';
import { isErrand } from './instructions.js';
import { isRequest } from './speech.js';

describe('a request', () => {
  it.each([
    'Write my two-line bio',
    'please draft a mail to the nursery',
    'Could you list every node that failed?',
    'Plan my week',
  ])('is told by how it begins: %s', (text) => expect(isRequest(text)).toBe(true));

  it.each([
    'Test results are in',
    'Tom lives in Leeds.',
    'Plan B is the ferry.',
    'I write a diary',
  ])('is no statement: %s', (text) => expect(isRequest(text)).toBe(false));
});

describe('an errand', () => {
  it.each([
    'Book the ferry.',
    'They turned the chair down for him. Draft the appeal.',
    'He is hunting the keys again. What do I say to him?',
    'What may I buy at the chemist for the aches?',
    'The van is due on Friday',
  ])('wants what bears on it: %s', (text) => expect(isErrand(text)).toBe(true));

  it.each([
    'Where do I live?',
    'What is her dog called?',
    'Which day was set before, and why?',
    'When is it? Who comes?',
  ])('is no question that wants an answer: %s', (text) => expect(isErrand(text)).toBe(false));
});
