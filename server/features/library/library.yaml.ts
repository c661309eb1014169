import { type Document, isMap, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { type ContentProblem, expectation, fieldName, yamlMistake } from './library.problems.ts';

type Parsed<T> =
  | { value: T; lineOf: (path: readonly PropertyKey[]) => number }
  | { problems: ContentProblem[] };

/** @param above lines of the file before this YAML */
export function parseYaml<T>(file: string, text: string, above: number, schema: z.ZodType<T>): Parsed<T> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + above;
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      file,
      line: lineAt(error.pos[0]),
      message: yamlMistake(error),
    }));
    // What follows on the same line follows from the first.
    return { problems: problems.filter(({ line }, index) => problems[index - 1]?.line !== line) };
  }
  const bare = unquotedBooleans(document);
  if (bare.length > 0) {
    return {
      problems: bare.map(({ word, offset }) => ({
        file,
        line: lineAt(offset),
        message: `"${word}" must be quoted: without quotes many readers of YAML take it for true or false`,
      })),
    };
  }
  const lineOf = (path: readonly PropertyKey[]) => lineAt(offsetOf(document, path));
  const result = schema.safeParse(document.toJS(), { error: expectation });
  if (result.success) return { value: result.data, lineOf };
  return {
    problems: result.error.issues.map((issue) => ({
      file,
      line: lineOf('keys' in issue ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path),
      message: [fieldName(issue.path), issue.message].filter(Boolean).join(': '),
    })),
  };
}

/** Our parser reads them as text; readers of YAML 1.1 do not. */
const BOOLEAN_WORD = /^(?:yes|no|on|off)$/i;

function unquotedBooleans(document: Document): { word: string; offset: number }[] {
  const found: { word: string; offset: number }[] = [];
  visit(document, {
    Scalar(_key, node) {
      if (node.type !== 'PLAIN' || !BOOLEAN_WORD.test(String(node.value))) return;
      found.push({ word: String(node.value), offset: rangeStart(node) });
    },
  });
  return found;
}

/** The position of a path's key; for a missing path, that of its nearest parent. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(key) === String(last));
      if (pair) return rangeStart(pair.key);
    } else {
      const start = rangeStart(document.getIn(path.slice(0, length), true));
      if (start > 0) return start;
    }
  }
  return 0;
}

function rangeStart(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('range' in node)) return 0;
  return Array.isArray(node.range) ? Number(node.range[0]) : 0;
}
