import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { isatty } from 'node:tty';

const FLUSH_MILLISECONDS = 100;
const FLUSH_CHARACTERS = 32_768;
const STANDARD_OUTPUT = 1;

/** What is kept for a reader that does not read; above it lines are dropped, because requests matter more. */
const MAX_CHARACTERS = 4_000_000;

/** How long an ending process waits for such a reader. */
const EXIT_MILLISECONDS = 1000;

/**
 * JSON lines to standard output in batches: one system call a line costs more than serving a cached response. No line
 * waits longer than a tenth of a second, and none is lost unless the process is killed. Not pino's own destination
 * (sonic-boom 4.2): at exit it hangs when the reader is gone, and loses what a full pipe has not taken.
 */
class LogLines {
  #lines = '';
  /** Not written yet: the pipe was full. */
  #rest = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    process.on('exit', () => this.#writeLast());
  }

  write(line: string): void {
    if (this.#lines.length > MAX_CHARACTERS) return;
    this.#lines += line;
    if (this.#lines.length >= FLUSH_CHARACTERS && this.#rest.length === 0) this.#flush();
    else this.#wait();
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MILLISECONDS).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#send();
    if (this.#rest.length > 0) this.#wait();
  }

  /** Writes what the reader takes now. Where standard output is a pipe, it may take a part or nothing. */
  #send(): void {
    let bytes = this.#rest;
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(STANDARD_OUTPUT, bytes));
      bytes = Buffer.from(this.#lines);
      this.#lines = '';
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(STANDARD_OUTPUT, bytes));
    } catch (error) {
      // Full: later. Anything else means that the reader is gone.
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isFull) bytes = Buffer.alloc(0);
    }
    this.#rest = bytes;
  }

  /** The exit event waits for nothing that is asynchronous, so this waits itself. */
  #writeLast(): void {
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + EXIT_MILLISECONDS;
    do {
      this.#send();
      if (this.#rest.length > 0) Atomics.wait(nothing, 0, 0, 5);
    } while (this.#rest.length + this.#lines.length > 0 && performance.now() < end);
  }
}

/** For a person at a terminal. Loaded there only, because machines read JSON. */
async function openTerminal(): Promise<{ write(line: string): void }> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    colorize: process.stdout.hasColors(),
    ignore: 'pid,hostname',
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  });
  // From the start of the line, where a step of the start may be shown (scripts/time-step.ts).
  return { write: (line) => void process.stdout.write(`\r\x1b[K${format(line)}`) };
}

/** One for the process: it has one standard output. */
export const standardOutput = isatty(STANDARD_OUTPUT) ? await openTerminal() : new LogLines();

/** A line like the app's own, for what happens before the app and its log exist. */
export function logWarning(level: string, message: string, fields: Record<string, unknown> = {}): void {
  if (['error', 'fatal', 'silent'].includes(level)) return;
  const line = {
    level: 40,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    ...fields,
    msg: message,
  };
  standardOutput.write(`${JSON.stringify(line)}\n`);
}
