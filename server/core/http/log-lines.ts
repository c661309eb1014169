import { writeSync } from 'node:fs';

const FLUSH_MILLISECONDS = 100;
const FLUSH_CHARACTERS = 32_768;
const STANDARD_OUTPUT = 1;

/** What is kept for a reader that does not read; above it lines are dropped, because requests matter more. */
const MOST_CHARACTERS = 4_000_000;

/** How long an ending process waits for such a reader. */
const LAST_WORDS_MILLISECONDS = 1000;

/**
 * Log lines to standard output in bunches: one system call a line costs more than serving a ready answer.
 * Nothing waits longer than a tenth of a second, and whatever ends the process short of SIGKILL is told first.
 */
class LogLines {
  #lines = '';
  /** Taken by nobody yet: the pipe was full. */
  #rest = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    process.on('exit', () => this.#writeLast());
  }

  write(line: string): void {
    if (this.#lines.length > MOST_CHARACTERS) return;
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
      // Full: later. Anything else means that nobody reads any more, and there is nobody to tell.
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isFull) bytes = Buffer.alloc(0);
    }
    this.#rest = bytes;
  }

  /** The exit event waits for nothing that is asynchronous, so this waits itself. */
  #writeLast(): void {
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + LAST_WORDS_MILLISECONDS;
    do {
      this.#send();
      if (this.#rest.length > 0) Atomics.wait(nothing, 0, 0, 5);
    } while (this.#rest.length + this.#lines.length > 0 && performance.now() < end);
  }
}

/** One for the process: it has one standard output. */
export const standardOutput = new LogLines();
