import { CsvError, parse } from 'csv-parse/sync';
import type { ImportProblem } from './import.report.ts';

export interface CsvRow {
  /** Where the row starts, from 1. */
  line: number;
  act: string;
  prompt: string;
  type: string;
  /** Separated by commas. */
  keywords: string;
}

export interface CsvFile {
  rows: CsvRow[];
  problems: ImportProblem[];
  ignoredColumns: string[];
}

const REQUIRED = ['act', 'prompt'];
const COLUMNS = [...REQUIRED, 'type', 'keywords'];

/**
 * Reads a CSV of prompts: a header with the columns act, prompt and perhaps type and keywords, in any order and case; fields of several
 * lines; any line ends. Rows with another number of fields than the header are problems and left out. Misplaced quotes are
 * one too, and end the reading: nothing after them can be trusted.
 */
export function readCsv(text: string): CsvFile {
  const file: CsvFile = { rows: [], problems: [], ignoredColumns: [] };
  let header: string[] | undefined;
  let lastLine = 0;
  try {
    // The parser counts both halves of CR LF as lines.
    parse(text.replace(/\r\n?/g, '\n'), {
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      record_delimiter: '\n',
      // Here and not in what it returns: an error would discard the rows before it, with their problems.
      on_record(fields: string[], { lines }) {
        lastLine = lines;
        const line = lines - fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0);
        if (!header) {
          header = readHeader(fields);
          file.ignoredColumns = header.filter((name) => !COLUMNS.includes(name));
        } else if (fields.length === header.length) file.rows.push(readFields(line, fields, header));
        else {
          const message = `has ${fields.length} fields, the header has ${header.length}`;
          file.problems.push({ line, message });
        }
        return null;
      },
    });
    if (!header) file.problems.push({ line: 1, message: 'the file is empty; a header is needed' });
  } catch (error) {
    if (error instanceof HeaderError) file.problems.push({ line: 1, message: error.message });
    else if (error instanceof CsvError) file.problems.push(quotesProblem(error, lastLine + 1));
    else throw error;
  }
  return file;
}

class HeaderError extends Error {}

function readHeader(fields: readonly string[]): string[] {
  const names = fields.map((name) => name.trim().toLowerCase());
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const found = names.join(', ').slice(0, 200);
    throw new HeaderError(`the header lacks ${missing.join(' and ')}; it has ${found}`);
  }
  const twice = COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) throw new HeaderError(`the header has ${twice} twice`);
  return names;
}

function readFields(line: number, fields: readonly string[], header: readonly string[]): CsvRow {
  const field = (name: string) => fields[header.indexOf(name)] ?? '';
  return {
    line,
    act: field('act'),
    prompt: field('prompt'),
    type: field('type'),
    keywords: field('keywords'),
  };
}

function quotesProblem({ code }: CsvError, line: number): ImportProblem {
  const what =
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quoted field that does not end'
      : 'misplaced quotes (a quote inside a field is doubled)';
  return { line, message: `has ${what}; nothing after it could be read` };
}
