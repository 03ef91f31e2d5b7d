import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';

/** Several memories, by their ids. */
export const Ids = z
  .array(MemoryId)
  .min(1, 'name at least one memory')
  .max(10_000)
  .describe('The memories, as in m_01h5k0c2x9w7a.');
