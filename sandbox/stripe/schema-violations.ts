import { EVENT_TYPES } from './event-types.ts';
import { OPERATIONS } from './routes.ts';
import { readSchema } from './schema/cache.ts';
import type { Message, SchemaDocument } from './schema/document.ts';
import { type ValidationResult, validateMessage } from './schema/validate-message.ts';

const MAX_PROBLEMS = 500;

/**
 * Judges requests of the app, and responses and events of the sandbox itself, by the types of the installed SDK, and
 * keeps what does not fit. Empty is good.
 */
export class SchemaViolations {
  readonly #found: string[] = [];
  /** A second the first time for an SDK; at once afterwards. */
  #schema: Promise<SchemaDocument> | undefined;

  list(): readonly string[] {
    return this.#found;
  }

  clear(): void {
    this.#found.length = 0;
  }

  add(problem: string): void {
    if (this.#found.length < MAX_PROBLEMS) this.#found.push(problem);
  }

  /** @returns the request typed, or the response or event with everything the types require */
  async judge(message: Message, given: string | object): Promise<ValidationResult> {
    this.#schema ??= readSchema({ operations: OPERATIONS, events: EVENT_TYPES });
    const judged = validateMessage(await this.#schema, message, given);
    for (const fault of judged.faults) this.add(`${message}: ${fault}`);
    return judged;
  }
}
