import { defineModule } from '../module.js';
import { Browse } from './capability.js';
import {
  aboutOperation,
  entitiesOperation,
  entityListOperation,
  resolveEntityOperation,
  timelineOperation,
} from './operations.js';

/** Browsing a bank: a timeline, its entities, and what is known of each slot by slot. */
export const browse = defineModule({
  name: 'browse',
  facade: { browse: Browse },
  operations: {
    timeline: timelineOperation,
    about: aboutOperation,
    entities: entitiesOperation,
  },
  former: { entity_list: entityListOperation, resolve_entity: resolveEntityOperation },
});
