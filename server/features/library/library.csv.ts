import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

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

/** Columns by name, in any order; others are ignored. */
const REQUIRED_COLUMNS = ['act', 'prompt'] as const;

/** An open quote would otherwise take the rest of a large file for one field. */
const LONGEST_RECORD = 4_000_000;

/**
 * Reads a CSV file row by row: a header, fields of several lines, a byte order mark, any line ends.
 * Rows with another number of fields than the header are told to `onProblem` and left out. So is the end of
 * reading, when quotes or bytes are such that nothing after them can be trusted.
 * @param onBytes how far the file has been read
 */
export async function* readCsv(
  file: string,
  onProblem: (problem: RowProblem) => void,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<CsvRow> {
  let header: Header | undefined;
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
        header = readHeader(fields);
        return null;
      }
      if (fields.length !== header.length) {
        onProblem({ line, message: `has ${fields.length} fields, the header has ${header.length}` });
        return null;
      }
      const field = (column: number | undefined) => (column === undefined ? '' : (fields[column] ?? ''));
      return [String(line), field(header.act), field(header.prompt), field(header.type)];
    },
  });
  const source = createReadStream(file);
  source.on('error', (error) => parser.destroy(error));
  decoder.on('error', (error) => parser.destroy(error));
  source.pipe(decoder).pipe(parser);
  try {
    for await (const [line, act = '', prompt = '', type = ''] of parser) {
      yield { line: Number(line), act, prompt, type };
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

interface Header {
  length: number;
  act: number;
  prompt: number;
  type: number | undefined;
}

class ReadingError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

function readHeader(fields: readonly string[]): Header {
  const names = fields.map((name) => name.trim().toLowerCase());
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new ReadingError(
      1,
      `the header lacks ${missing.join(' and ')}; it has ${names.join(', ').slice(0, 200)}`,
    );
  }
  const twice = [...REQUIRED_COLUMNS, 'type'].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) throw new ReadingError(1, `the header has ${twice} twice`);
  const type = names.indexOf('type');
  return {
    length: fields.length,
    act: names.indexOf('act'),
    prompt: names.indexOf('prompt'),
    type: type < 0 ? undefined : type,
  };
}

/** Bytes to text, with every line end a line feed: the parser counts both halves of CR LF as lines. */
function decodeText(onBytes: (bytes: number) => void): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let lines = 1;
  let endedInReturn = false;
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      const good = chunk ? chunk.subarray(0, firstBadByte(chunk)) : Buffer.of();
      const line = lines + good.toString('latin1').split(/\r\n|\r|\n/).length - 1;
      throw new ReadingError(line, 'is not UTF-8 text; save the file as UTF-8');
    }
  };
  return new Transform({
    readableObjectMode: false,
    decodeStrings: true,
    transform(chunk: Buffer, _encoding, done) {
      try {
        const raw = decode(chunk);
        const isRestOfPair = endedInReturn && raw.startsWith('\n');
        if (raw !== '') endedInReturn = raw.endsWith('\r');
        const text = (isRestOfPair ? raw.slice(1) : raw).replace(/\r\n?/g, '\n');
        lines += text.split('\n').length - 1;
        bytes += chunk.length;
        onBytes(bytes);
        done(null, text);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      try {
        done(null, decode());
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** A character cut at the chunk's start is not told apart from a wrong one: good enough for a line number. */
function firstBadByte(chunk: Buffer): number {
  const replaced = chunk.toString('utf8');
  return Buffer.byteLength(replaced.slice(0, Math.max(replaced.indexOf('\uFFFD', 1), 0)));
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
