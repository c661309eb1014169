import { noSuch } from './errors.ts';

/** Objects of one kind, oldest first. */
export class Table<T extends { id: string }> {
  readonly kind: string;
  #rows = new Map<string, T>();

  constructor(kind: string) {
    this.kind = kind;
  }

  add(row: T): T {
    this.#rows.set(row.id, row);
    return row;
  }

  find(id: string | null | undefined): T | undefined {
    return id ? this.#rows.get(id) : undefined;
  }

  /** @throws StripeError 404 `resource_missing` */
  require(id: string, param?: string): T {
    const row = this.#rows.get(id);
    if (!row) throw noSuch(this.kind, id, param);
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
