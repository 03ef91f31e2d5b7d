import { describe, expect, it } from 'vitest';
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
