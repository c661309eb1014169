import { writeSync } from 'node:fs';

const FLUSH_MILLISECONDS = 100;
const FLUSH_CHARACTERS = 32_768;
const STANDARD_OUTPUT = 1;

/**
 * Log lines to standard output in bunches: one system call a line costs more than serving a ready answer.
 * Nothing waits longer than a tenth of a second, and whatever ends the process short of SIGKILL is told first.
 */
class LogLines {
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    process.on('exit', () => this.#writeNow());
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= FLUSH_CHARACTERS) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MILLISECONDS).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    process.stdout.write(lines);
  }

  /** The exit event waits for nothing that is asynchronous. */
  #writeNow(): void {
    const lines = this.#lines;
    this.#lines = '';
    try {
      writeSync(STANDARD_OUTPUT, lines);
    } catch {
      // The reader has gone, or its pipe is full: there is nobody left to tell.
    }
  }
}

/** One for the process: it has one standard output. */
export const standardOutput = new LogLines();
