import { defineModule } from '../module.js';
import { MemoryFolders } from './capability.js';

/** Notes as a folder of markdown, kept in step both ways. */
export const files = defineModule({
  name: 'files',
  facade: { files: MemoryFolders },
});
