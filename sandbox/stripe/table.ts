import { noSuch } from './errors.ts';
import type { Row } from './records.ts';

/** Objects of one kind, oldest first. */
export class Table<T extends Row> {
  readonly object: string;
  readonly #newRow: () => Row;
  #rows = new Map<string, T>();

  constructor(object: string, newRow: () => Row) {
    this.object = object;
    this.#newRow = newRow;
  }

  add(row: Omit<T, keyof Row> & Partial<Row>): T {
    // Only what every object has can be missing.
    const added = { ...this.#newRow(), ...row } as unknown as T;
    this.#rows.set(added.id, added);
    return added;
  }

  find(id: string | null | undefined): T | undefined {
    return id ? this.#rows.get(id) : undefined;
  }

  /** @throws StripeError 404 `resource_missing` */
  require(id: string, param?: string): T {
    const row = this.#rows.get(id);
    if (!row) throw noSuch(this.object, id, param);
    return row;
  }

  where(isWanted: (row: T) => boolean): T[] {
    return this.all().filter(isWanted);
  }

  all(): T[] {
    return [...this.#rows.values()];
  }

  remove(id: string): void {
    this.#rows.delete(id);
  }

  load(rows: T[]): void {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }
}
