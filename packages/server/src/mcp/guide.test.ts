import { expect, it } from 'vitest';
import { GUIDE } from '@mneme/core/prompts/goals-and-strategies.js';
import { toolsOf } from './tool-sets.js';

it('the guide for models names tools that are offered, and no others', () => {
  const offered = new Set(toolsOf('full').map(({ listing }) => listing.name));
  const named = GUIDE.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(offered).toContain(name);
});
