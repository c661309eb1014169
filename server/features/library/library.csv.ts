import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { decodeText, ReadingError } from './library.text-file.ts';

/** What is wrong with a file of rows; `line` is where the row starts, from 1. */
export interface RowProblem {
  line: number;
  message: string;
}

export interface CsvRow {
  line: number;
  act: string;
  prompt: string;
  type: string;
}

/** An open quote would otherwise take the rest of a large file for one field. */
const LONGEST_RECORD = 4_000_000;

/** By name, in any order; others are ignored. A row without an optional one has it empty. */
export interface Columns<Name extends string> {
  required: readonly Name[];
  optional: readonly Name[];
}

const FOREIGN: Columns<'act' | 'prompt' | 'type'> = { required: ['act', 'prompt'], optional: ['type'] };

/** A file of prompts from anywhere. As `readColumns`. */
export async function* readCsv(
  file: string,
  onProblem: (problem: RowProblem) => void,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<CsvRow> {
  for await (const { line, fields } of readColumns(file, FOREIGN, onProblem, onBytes)) {
    yield { line, ...fields };
  }
}

/**
 * Reads a CSV file row by row: a header, fields of several lines, a byte order mark, any line ends.
 * Rows with another number of fields than the header are told to `onProblem` and left out. So is the end of
 * reading, when quotes or bytes are such that nothing after them can be trusted.
 * @param onBytes how far the file has been read
 */
export async function* readColumns<Name extends string>(
  file: string,
  columns: Columns<Name>,
  onProblem: (problem: RowProblem) => void,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<{ line: number; fields: Record<Name, string> }> {
  let header: Header<Name> | undefined;
  let lastLine = 0;
  const decoder = decodeText(onBytes);
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    record_delimiter: '\n',
    max_record_size: LONGEST_RECORD,
    // Here and not in the loop below: an error discards rows that wait in the stream, problems and all.
    on_record(fields, { lines }) {
      lastLine = lines;
      const line = lines - fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0);
      if (!header) {
        header = readHeader(fields, columns);
        return null;
      }
      if (fields.length !== header.length) {
        onProblem({ line, message: `has ${fields.length} fields, the header has ${header.length}` });
        return null;
      }
      return [String(line), ...header.places.map(([, place]) => fields[place] ?? '')];
    },
  });
  const source = createReadStream(file);
  source.on('error', (error) => parser.destroy(error));
  decoder.on('error', (error) => parser.destroy(error));
  source.pipe(decoder).pipe(parser);
  try {
    for await (const [line, ...values] of parser) {
      const names = header?.places ?? [];
      const fields = Object.fromEntries(names.map(([name], index) => [name, values[index] ?? '']));
      // The header has a place for every column, so every column is a key.
      yield { line: Number(line), fields: fields as Record<Name, string> };
    }
    if (!header) onProblem({ line: 1, message: 'the file is empty; a header is needed' });
  } catch (error) {
    const problem = readingProblem(error, lastLine);
    if (!problem) throw error;
    onProblem(problem);
  } finally {
    source.destroy();
  }
}

interface Header<Name> {
  length: number;
  /** Where each column is; -1 for an optional one that is not there. */
  places: [Name, number][];
}

/** As it is compared: names of columns in any case, with any space around them. */
export const columnNames = (fields: readonly string[]) => fields.map((name) => name.trim().toLowerCase());

function readHeader<Name extends string>(
  fields: readonly string[],
  { required, optional }: Columns<Name>,
): Header<Name> {
  const names = columnNames(fields);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new ReadingError(
      1,
      `the header lacks ${missing.join(' and ')}; it has ${names.join(', ').slice(0, 200)}`,
    );
  }
  const all = [...required, ...optional];
  const twice = all.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) throw new ReadingError(1, `the header has ${twice} twice`);
  return { length: fields.length, places: all.map((name) => [name, names.indexOf(name)]) };
}

function readingProblem(error: unknown, lastLine: number): RowProblem | undefined {
  if (error instanceof ReadingError) return { line: error.line, message: error.message };
  if (!(error instanceof CsvError)) return undefined;
  const rest = 'nothing after it could be read';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return { line: lastLine + 1, message: `has a quoted field that does not end; ${rest}` };
  }
  return { line: lastLine + 1, message: `has misplaced quotes (a quote inside a field is doubled); ${rest}` };
}
