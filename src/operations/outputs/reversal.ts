import { z } from 'zod';

/** What `undo` takes; null where nothing changed. */
export const Reversal = z.string().nullable();
