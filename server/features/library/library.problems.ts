import type { YAMLError } from 'yaml';
import type { z } from 'zod';

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

/** A field as people count: `['variables', 0, 'name']` is "variable 1, name". */
export function fieldName(path: readonly PropertyKey[]): string {
  const words = path.flatMap((part, index) => {
    if (typeof part === 'number') return [];
    const position = path[index + 1];
    return typeof position === 'number' ? `${singular(String(part))} ${position + 1}` : String(part);
  });
  return words.join(', ');
}

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of named fields',
  record: 'a group of named fields',
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

/** What a schema expects, in words, where the schema has none of its own; undefined leaves zod's. */
export function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be one of: ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `there is no field named ${issue.keys.join(', ')}`;
    case 'too_small':
      return Number(issue.minimum) === 1
        ? 'must not be empty'
        : `must have at least ${issue.minimum} ${UNITS[issue.origin] ?? ''}`.trimEnd();
    case 'too_big':
      return `must have at most ${issue.maximum} ${UNITS[issue.origin] ?? ''}`.trimEnd();
    default:
      return undefined;
  }
}

/** The mistakes people make in YAML; of any other, the parser's own words say more. */
const YAML_MISTAKES: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'is indented wrongly, or a bracket or brace above it is not closed',
  BAD_SCALAR_START: 'holds text that must be in quotes, because it starts with a special character',
  BLOCK_AS_IMPLICIT_KEY: 'holds a colon in text that is not in quotes, or is indented too far',
  DUPLICATE_KEY: 'names a field that is there already',
  MISSING_CHAR: 'lacks a colon, a comma, or a closing quote, bracket or brace, or is indented wrongly',
  MULTILINE_IMPLICIT_KEY: 'lacks a colon after the name of its field',
  TAB_AS_INDENT: 'is indented by a tab: use spaces',
};

export const yamlMistake = ({ code, message }: YAMLError) =>
  `cannot be read: this line ${YAML_MISTAKES[code] ?? `is not valid YAML (${message})`}`;
