/** The catalog as other features read it, and the sort orders of lists: search walks the same indexes. */
export type { PromptCount } from './catalog.queries.ts';
export { type Catalog, catalogReader, sumCounts } from './catalog.reader.ts';
export {
  isAfter,
  latestFirst,
  type Position,
  positionColumns,
  positionSchema,
  SORTS,
  type SortKey,
  TIE_BREAKERS,
} from './catalog.sorting.queries.ts';
