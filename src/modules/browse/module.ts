import { defineModule } from '../module.js';
import { Browse } from './capability.js';
import {
  timelineOperation,
  aboutOperation,
  entityListOperation,
  graphMapOperation,
} from './operations.js';

/** Looking through a bank: by time, by who and what it knows, slot by slot, and as one picture. */
export const browse = defineModule({
  name: 'browse',
  facade: { browse: Browse },
  operations: {
    timeline: timelineOperation,
    about: aboutOperation,
    entity_list: entityListOperation,
    graph_map: graphMapOperation,
  },
});
