import { defineModule } from '../module.js';
import { EvidenceCache } from './evidence.js';

/** What was said on a matter: the basis of every verb's answer. It calls recall, which does not depend on it. */
export const evidence = defineModule({ name: 'told', openBank: () => new EvidenceCache() });
