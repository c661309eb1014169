import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Account } from './account.ts';

const SAVED_AFTER = 500;

/** A file of another version is ignored: the sandbox then starts empty. */
const stateSchema = z.object({
  version: z.literal(2),
  offset: z.number(),
  secret: z.string(),
  account: z.record(z.string(), z.unknown()),
});

/** Keeps the sandbox's objects over a restart, as the app's database keeps what it read from them. */
export class StateFile {
  readonly #file: string | undefined;
  readonly #account: Account;
  #secret = '';
  #timer: NodeJS.Timeout | undefined;
  #written = '';

  constructor(file: string | undefined, account: Account) {
    this.#file = file;
    this.#account = account;
  }

  /**
   * Reads what is there, if anything of this version is.
   * @param secret of webhooks, when there is none yet
   * @returns the one to use
   */
  async load(secret: string): Promise<string> {
    this.#secret = secret;
    if (this.#file === undefined) return secret;
    mkdirSync(dirname(this.#file), { recursive: true });
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const state = stateSchema.safeParse(parseJson(text)).data;
    if (state) {
      this.#account.load(state.account);
      this.#account.offset = state.offset;
      this.#secret = state.secret;
    }
    return this.#secret;
  }

  /** Something may have changed: it is written shortly after. */
  saveSoon(): void {
    if (this.#file === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.save(), SAVED_AFTER);
    this.#timer.unref();
  }

  /** Now, if it is not what was written last. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#file === undefined) return;
    const { offset } = this.#account;
    const text = JSON.stringify({ version: 2, offset, secret: this.#secret, account: this.#account.dump() });
    if (text === this.#written) return;
    try {
      // Whole or not at all, also when the process is killed in the meantime.
      writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
      this.#written = text;
    } catch (error) {
      // The folder was removed while we ran, as tests do with theirs: nothing is to be kept.
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) throw error;
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
