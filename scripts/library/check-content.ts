// `npm run content:check`: every rule of the library that content/ breaks.
import { join } from 'node:path';
import { readLibrary } from '#server/features/library/library.files.ts';
import { type ContentProblem, LibraryError, problemText } from '#server/features/library/library.problems.ts';
import { checkLibrary } from './check-library.ts';

const CONTENT = join(import.meta.dirname, '..', '..', 'content');

const problems = await findProblems();
for (const problem of problems) console.error(`content/${problemText(problem)}`);
console.log(problems.length === 0 ? 'The library keeps every rule.' : `\n${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** What does not load is not judged any further. */
async function findProblems(): Promise<readonly ContentProblem[]> {
  try {
    return checkLibrary(readLibrary(CONTENT));
  } catch (error) {
    if (error instanceof LibraryError) return error.problems;
    throw error;
  }
}
