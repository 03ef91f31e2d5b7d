import { defineModule } from '../module.js';
import { MODULE, RECORDS } from './records.js';

/** What several minds said, what a person kept, and what the next turn gets. */
export const dialogue = defineModule({
  name: MODULE,
  records: RECORDS,
});

export { mapAnswers } from './map/map-answers.js';
