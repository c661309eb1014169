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
import { type ReactNode, useMemo } from 'react';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
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
  /** Rows that need somebody. */
  isMarked?: (row: Row) => boolean;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
});

/**
 * A table of staff: its headings sort what is shown, the arrow keys go from row to row, and what is shown can be taken
 * along as CSV. On narrow screens it scrolls in its own frame.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, isMarked } = props;
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
    <div className={styles.box}>
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
                    aria-sort={ARIA_SORTS[String(header.column.getIsSorted())] ?? 'none'}
                  >
                    <Heading column={columns[index]} header={header.column} />
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody onKeyDown={moveBetweenRows}>
            {shown.map((row) => (
              <tr key={row.id} className={classNames(isMarked?.(row.original) && styles.marked)}>
                {row.getAllCells().map((cell, index) => (
                  <td key={cell.id} className={cellClass(columns[index])}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Button
        variant="line"
        size="small"
        onClick={() =>
          downloadCsv(
            label,
            columns.filter(({ isActionColumn }) => !isActionColumn),
            shown.map((row) => row.original),
          )
        }
      >
        Export CSV
      </Button>
    </div>
  );
}

const cellClass = (column: Pick<Column<never>, 'isNumber' | 'isShort' | 'isActionColumn'> | undefined) =>
  classNames(column?.isNumber && styles.number, (column?.isShort || column?.isActionColumn) && styles.short);

const ARIA_SORTS: Readonly<Record<string, 'ascending' | 'descending'>> = {
  asc: 'ascending',
  desc: 'descending',
};

interface HeadingProps {
  column: { name: string; isActionColumn?: true } | undefined;
  header: {
    getIsSorted: () => false | 'asc' | 'desc';
    getToggleSortingHandler: () => ((event: unknown) => void) | undefined;
  };
}

function Heading({ column, header }: HeadingProps) {
  if (column?.isActionColumn) return <span className={styles.plain}>{column.name}</span>;
  return (
    <button type="button" className={styles.sort} onClick={header.getToggleSortingHandler()}>
      {column?.name}
      <SortMark direction={header.getIsSorted()} />
    </button>
  );
}

function SortMark({ direction }: { direction: false | 'asc' | 'desc' }) {
  if (direction === false) return null;
  return direction === 'asc' ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />;
}
