import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useId, useMemo } from 'react';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { downloadCsv } from './csv.ts';
import styles from './data-table.module.css';
import { EmptyRows } from './empty-rows.tsx';
import { moveBetweenRows } from './row-navigation.ts';

/** One column: what it sorts by and writes into CSV, and how it looks when that is more than the text itself. */
export interface Column<Row> {
  name: string;
  value: (row: Row) => string | number;
  cell?: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** One line: a word, a day or an id is never broken. */
  isShort?: true;
  /** Holds buttons: nothing to sort by, and not in the CSV. */
  isActionColumn?: true;
  /** Nobody looks for a row by it: its heading sorts nothing. */
  isUnsorted?: true;
  /** For whoever takes the rows along: no place on the screen. */
  isOnlyInCsv?: true;
  /** What the server sorts by, where the table has a `sort`. */
  sort?: string;
}

/** How the server has sorted the whole list, of which a table shows a part. */
export interface ServerSort {
  by: string | undefined;
  isDescending: boolean;
  onSort: (by: string, isDescending: boolean) => void;
}

interface DataTableProps<Row> {
  /** What the table holds; also the name of its CSV file. */
  label: string;
  /** The same array each time it is drawn. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Instead of rows. */
  empty: ReactNode;
  /** How many there are, above the table; with it comes the CSV. */
  summary?: string;
  /** Without one, the headings sort what is shown. */
  sort?: ServerSort;
  /** Figures, which are read down their columns: no cards where it is narrow. */
  isGrid?: true;
  /** Rows that need somebody. */
  isMarked?: (row: Row) => boolean;
}

/** Fewer cards are seen at once. */
const MIN_SORTED_CARDS = 3;

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
});

/**
 * A table of staff: its headings sort, the arrow keys go from row to row, and what is shown can be taken along as CSV.
 * Where it is narrow each row is a card.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, empty, isMarked, summary, sort, isGrid } = props;
  const columns = useMemo(() => props.columns.filter(({ isOnlyInCsv }) => !isOnlyInCsv), [props.columns]);
  const definitions = useMemo(
    () =>
      columns.map(({ name, value, cell }) => ({
        id: name,
        header: name,
        accessorFn: value,
        cell: ({ row }: { row: { original: Row } }) => (cell ? cell(row.original) : value(row.original)),
      })),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: rows, getRowId: rowKey });
  const shown = table.getRowModel().rows;
  if (rows.length === 0) return <EmptyRows>{empty}</EmptyRows>;
  return (
    <div className={classNames(styles.box, !isGrid && styles.cards)}>
      {summary === undefined ? null : (
        <TableBar
          summary={summary}
          onExport={() =>
            downloadCsv(
              label,
              props.columns.filter(({ isActionColumn }) => !isActionColumn),
              shown.map((row) => row.original),
            )
          }
        />
      )}
      {isGrid || shown.length < MIN_SORTED_CARDS ? null : (
        <SortSelect
          headings={(table.getHeaderGroups()[0]?.headers ?? []).map((header, index) => ({
            column: columns[index],
            header: header.column,
          }))}
          sort={sort}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys, too. */}
      <section className={styles.frame} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, index) => (
                  <th
                    key={header.id}
                    scope="col"
                    className={classNames(columns[index]?.isNumber && styles.number)}
                    {...ariaSort(columns[index], sort, header.column.getIsSorted())}
                  >
                    <Heading column={columns[index]} header={header.column} sort={sort} />
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody onKeyDown={moveBetweenRows}>
            {shown.map((row) => (
              <tr key={row.id} className={classNames(isMarked?.(row.original) && styles.marked)}>
                {row.getAllCells().map((cell, index) => (
                  <td key={cell.id} className={cellClass(columns[index])} data-label={columns[index]?.name}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const cellClass = (column: Pick<Column<never>, 'isNumber' | 'isShort' | 'isActionColumn'> | undefined) =>
  classNames(column?.isNumber && styles.number, (column?.isShort || column?.isActionColumn) && styles.short);

/** What is above a list of the back office: how much there is, and the way to take it along. */
export function TableBar({ summary, onExport }: { summary: string; onExport: () => void }) {
  return (
    <div className={styles.bar}>
      <p role="status">{summary}</p>
      <Button variant="line" size="small" onClick={onExport}>
        Export CSV
      </Button>
    </div>
  );
}

const ARIA_SORTS: Readonly<Record<string, 'ascending' | 'descending'>> = {
  asc: 'ascending',
  desc: 'descending',
};

type Direction = false | 'asc' | 'desc';
type HeadingColumn =
  | { name: string; isActionColumn?: true; isUnsorted?: true; isNumber?: boolean; sort?: string }
  | undefined;

/** The direction in which a column is sorted; undefined where its heading sorts nothing. */
function directionOf(column: HeadingColumn, sort: ServerSort | undefined, own: Direction) {
  if (column === undefined || column.isActionColumn || column.isUnsorted) return undefined;
  if (sort === undefined) return own;
  if (column.sort === undefined) return undefined;
  return column.sort === sort.by && (sort.isDescending ? 'desc' : 'asc');
}

function ariaSort(...of: Parameters<typeof directionOf>) {
  const direction = directionOf(...of);
  return direction === undefined ? {} : { 'aria-sort': ARIA_SORTS[String(direction)] ?? ('none' as const) };
}

interface HeadingProps {
  column: HeadingColumn;
  sort: ServerSort | undefined;
  header: {
    getIsSorted: () => Direction;
    toggleSorting: (isDescending: boolean) => void;
    getToggleSortingHandler: () => ((event: unknown) => void) | undefined;
  };
}

function Heading({ column, header, sort }: HeadingProps) {
  const direction = directionOf(column, sort, header.getIsSorted());
  if (direction === undefined) return <span className={styles.plain}>{column?.name}</span>;
  const { sort: by, isNumber } = column ?? {};
  // Of figures the highest are asked for first.
  const isDescendingNext = direction === false ? isNumber === true : direction === 'asc';
  const press =
    sort && by !== undefined ? () => sort.onSort(by, isDescendingNext) : header.getToggleSortingHandler();
  return (
    <button type="button" className={styles.sort} onClick={press}>
      {column?.name}
      <SortMark direction={direction} />
    </button>
  );
}

interface SortSelectProps {
  headings: readonly Pick<HeadingProps, 'column' | 'header'>[];
  sort: ServerSort | undefined;
}

/** The headings where there are none: among cards. */
function SortSelect({ headings, sort }: SortSelectProps) {
  const id = useId();
  const directions = headings.map(({ column, header }) => directionOf(column, sort, header.getIsSorted()));
  if (directions.every((direction) => direction === undefined)) return null;
  const current = directions.findIndex(Boolean);
  function choose(value: string) {
    const [index = '', direction] = value.split(' ');
    const { column, header } = headings[Number(index)] ?? {};
    if (sort && column?.sort !== undefined) sort.onSort(column.sort, direction === 'desc');
    else header?.toggleSorting(direction === 'desc');
  }
  return (
    <div className={styles.sortBy}>
      <label htmlFor={id}>Sort by</label>
      <SelectField
        id={id}
        className={fieldClass()}
        value={current === -1 ? '' : `${current} ${directions[current]}`}
        onChange={(event) => choose(event.target.value)}
      >
        {current === -1 ? <option value="">As listed</option> : null}
        {headings.map(({ column }, index) =>
          directions[index] === undefined
            ? null
            : (['asc', 'desc'] as const).map((direction) => (
                <option key={`${column?.name} ${direction}`} value={`${index} ${direction}`}>
                  {column?.name}, {direction === 'asc' ? 'ascending' : 'descending'}
                </option>
              )),
        )}
      </SelectField>
    </div>
  );
}

function SortMark({ direction }: { direction: Direction }) {
  if (direction === false) return null;
  return direction === 'asc' ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />;
}
