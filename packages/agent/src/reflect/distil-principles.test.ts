import { expect, it } from 'vitest';
import { ruleOfSuccession } from './distil-principles.js';

it('what held three times and failed never most likely holds again', () => {
  expect(ruleOfSuccession(3, 0)).toBe(0.8);
  expect(ruleOfSuccession(3, 3)).toBe(0.5);
});
