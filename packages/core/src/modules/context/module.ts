import { defineModule } from '../module.js';
import {
  briefOperation,
  contextOperation,
  scratchpadOperation,
  sessionClearOperation,
  sessionNoteOperation,
  sessionOperation,
  sessionShowOperation,
} from './operations.js';

/** Text for a model: context, brief, and a session's working memory. */
export const context = defineModule({
  name: 'context',
  operations: {
    context: contextOperation,
    brief: briefOperation,
    session: sessionOperation,
  },
  former: {
    session_note: sessionNoteOperation,
    session_show: sessionShowOperation,
    session_clear: sessionClearOperation,
    scratchpad: scratchpadOperation,
  },
});
