import { join } from 'node:path';

/** Where `npm start` keeps compiled modules too: a third of what a start costs. */
export const COMPILE_CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'promptarium');
