import { loadStripeSchema, type StripeSchema } from '../stripe-schema/schema.ts';
import type { SentEvent } from './records.ts';

const MOST = 500;

/**
 * Everything that does not fit the types of the installed SDK: requests of the app, and answers and events of the
 * sandbox itself. Empty is good.
 */
export class Problems {
  readonly #found: string[] = [];
  #schema: StripeSchema | undefined;
  #loading: Promise<void> | undefined;
  /** Events of before the schema was there. */
  readonly #unchecked: SentEvent[] = [];

  /** Once what requests and answers are compared with is there; it takes seconds the first time ever. */
  async ready(): Promise<void> {
    this.#loading ??= loadStripeSchema().then(
      (schema) => {
        this.#schema = schema;
        for (const event of this.#unchecked.splice(0)) this.checkEvent(event);
      },
      (error: unknown) => this.add(`The schema could not be made: ${String(error)}`),
    );
    await this.#loading;
  }

  list(): readonly string[] {
    return this.#found;
  }

  clear(): void {
    this.#found.length = 0;
  }

  add(problem: string): void {
    if (this.#found.length < MOST) this.#found.push(problem);
  }

  /** @returns what is wrong with a request, noted as well */
  checkRequest(operation: string, wire: string): string[] {
    if (!this.#schema) return [];
    const faults = this.#schema.checkRequest(operation, this.#schema.decodeForm(operation, wire));
    for (const fault of faults) this.add(`request ${operation}: ${fault}`);
    return faults;
  }

  checkAnswer(operation: string, type: string, value: unknown): void {
    for (const fault of this.#schema?.checkAnswer(type, value) ?? [])
      this.add(`answer ${operation}: ${fault}`);
  }

  checkEvent(event: SentEvent): void {
    if (!this.#schema) this.#unchecked.push(event);
    // As it goes over the wire, where what is undefined is absent.
    const faults = this.#schema?.checkAnswer('Event', JSON.parse(JSON.stringify(event))) ?? [];
    for (const fault of faults) this.add(`event ${event.type}: ${fault}`);
  }
}
