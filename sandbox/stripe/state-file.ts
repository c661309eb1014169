import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { World } from './world.ts';

const VERSION = 1;
const SAVED_AFTER = 500;
const EVENTS_KEPT = 200;

/** Keeps the sandbox's memory over a restart, as the app's database keeps what it was told. */
export class StateFile {
  readonly #file: string | undefined;
  readonly #world: World;
  #secret = '';
  #timer: NodeJS.Timeout | undefined;
  #written = '';

  constructor(file: string | undefined, world: World) {
    this.#file = file;
    this.#world = world;
  }

  /**
   * Reads what is there, if anything of this version is.
   * @param secret of webhooks, when there is none yet
   * @returns the one to use
   */
  async load(secret: string): Promise<string> {
    this.#secret = secret;
    if (this.#file) mkdirSync(dirname(this.#file), { recursive: true });
    const text = this.#file && (await readFile(this.#file, 'utf8').catch(() => undefined));
    const state = text ? parse(text) : undefined;
    if (state) {
      this.#world.store.load(state.store);
      this.#world.offset = state.offset;
      this.#secret = state.secret;
    }
    return this.#secret;
  }

  /** Something may have changed: it is written a moment later. */
  note(): void {
    if (this.#file === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.save(), SAVED_AFTER);
    this.#timer.unref();
  }

  /** Now, if it is not what was written last. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#file === undefined) return;
    const { store, offset } = this.#world;
    const events = store.tables.events.all().slice(-EVENTS_KEPT);
    const dump = { ...store.dump(), events };
    const text = JSON.stringify({ version: VERSION, offset, secret: this.#secret, store: dump });
    if (text === this.#written) return;
    try {
      // Whole or not at all, also when the process is killed meanwhile.
      writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
      this.#written = text;
    } catch (error) {
      // The folder went while we ran, as tests' folders do with their apps: nothing is to be kept.
      if (!isMissing(error)) throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

interface State {
  offset: number;
  secret: string;
  store: Record<string, unknown>;
}

/** @returns undefined for what this version did not write: it begins anew then */
function parse(text: string): State | undefined {
  try {
    const state = JSON.parse(text) as State & { version: number };
    return state.version === VERSION ? state : undefined;
  } catch {
    return undefined;
  }
}
