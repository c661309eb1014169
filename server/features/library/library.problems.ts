/** Something to fix in content/. The file is relative to that folder; lines start at 1. */
export interface ContentProblem {
  file: string;
  line: number;
  message: string;
}

/** All problems of the library's files at once. */
export class LibraryError extends Error {
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(`The library has problems:\n${problems.map((problem) => `  ${problemText(problem)}`).join('\n')}`);
    this.name = 'LibraryError';
    this.problems = problems;
  }
}

export function problemText({ file, line, message }: ContentProblem): string {
  return `${file}:${line} ${message}`;
}
