// `npm run content:check`: every rule of the library that content/ breaks.
import { join } from 'node:path';
import { checkLibrary } from '#server/features/library/library.check.ts';
import { readLibrary } from '#server/features/library/library.files.ts';
import { LibraryError, type Problem, problemText } from '#server/features/library/library.format.ts';

const CONTENT = join(import.meta.dirname, '..', 'content');

const problems = await findProblems();
for (const problem of problems) console.error(`content/${problemText(problem)}`);
console.log(problems.length === 0 ? 'The library keeps every rule.' : `\n${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** What does not load is not judged any further. */
async function findProblems(): Promise<readonly Problem[]> {
  try {
    return checkLibrary(await readLibrary(CONTENT));
  } catch (error) {
    if (error instanceof LibraryError) return error.problems;
    throw error;
  }
}
