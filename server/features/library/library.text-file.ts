import { Transform } from 'node:stream';

/** Ends the reading of a file: nothing after that line can be trusted. */
export class ReadingError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Bytes to text, with every line end a line feed: the parser counts both halves of CR LF as lines. */
export function decodeText(onBytes: (bytes: number) => void): Transform {
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
