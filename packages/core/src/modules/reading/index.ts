export { ReadingWorker } from './reading-worker.js';
