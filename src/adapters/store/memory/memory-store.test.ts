import { describeStore } from '../../../../test/contracts/store-contract.js';
import { openMemoryStore } from './memory-store.js';

describeStore('memory', () => Promise.resolve(openMemoryStore()));
