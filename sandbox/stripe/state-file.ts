import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Account } from './account.ts';

const SAVED_AFTER = 500;

/** A file of another version is ignored: the sandbox then starts empty. */
const VERSION = 2;
const stateSchema = z.object({
  version: z.literal(VERSION),
  offset: z.number(),
  secret: z.string(),
  account: z.record(z.string(), z.unknown()),
});

/** Keeps the sandbox's objects over a restart, as the app's database keeps what it read from them. */
export class StateFile {
  readonly #file: string;
  readonly #account: Account;
  #timer: NodeJS.Timeout | undefined;
  #written = '';

  /** Reads what is there, if anything of this version is. */
  constructor(file: string, account: Account) {
    this.#file = file;
    this.#account = account;
    mkdirSync(dirname(file), { recursive: true });
    const state = readState(file);
    if (!state) return;
    account.load(state.account);
    account.offset = state.offset;
    account.webhookSecret = state.secret;
  }

  /** Something may have changed: it is written shortly after. */
  saveSoon(): void {
    this.#timer ??= setTimeout(() => this.save(), SAVED_AFTER).unref();
  }

  /** Now, if it is not what was written last. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { offset, webhookSecret: secret } = this.#account;
    const text = JSON.stringify({ version: VERSION, offset, secret, account: this.#account.dump() });
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

function readState(file: string) {
  try {
    return stateSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
