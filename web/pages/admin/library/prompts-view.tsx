import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { LIBRARY_FILTERS, type LibraryRow } from '#contract/admin-library.ts';
import { TIER_NAMES, TIERS } from '#contract/tiers.ts';
import { libraryQuery } from '#web/features/admin/admin.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { LoadMoreRows } from '#web/features/admin/table/load-more-rows.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { capitalized } from '#web/ui/text/capitalized.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { FeatureDialog, RetireDialog } from './library-action-dialogs.tsx';
import styles from './library-page.module.css';
import { libraryFilters } from './load-library.ts';

const route = getRouteApi('/admin/library');

const FILTERS: readonly Filter[] = [
  { name: 'q', label: 'Title or ID', type: 'search' },
  { name: 'show', label: 'Which', options: LIBRARY_FILTERS },
  { name: 'tier', label: 'Tier', options: TIERS, names: TIER_NAMES },
];

const votes = ({ up, down }: LibraryRow['recentVotes']) => (up + down === 0 ? '' : `+${up} −${down}`);
const stateOf = ({ isRetired, isFeatured }: LibraryRow) =>
  isRetired ? 'retired' : isFeatured ? 'featured' : 'listed';

/** What decisions are made by. */
const COLUMNS: readonly Column<LibraryRow>[] = [
  {
    name: 'Prompt',
    sort: 'title',
    value: ({ title }) => title,
    cell: ({ id, title, place }) => (
      <>
        <Link to="/prompt/$id" params={{ id }}>
          {title}
        </Link>
        <br />
        <small className={styles.place}>{place}</small>
      </>
    ),
  },
  { name: 'Category, topic', value: ({ place }) => place, isOnlyInCsv: true },
  { name: 'Tier', isShort: true, value: ({ tier }) => tier, cell: ({ tier }) => <TierBadge tier={tier} /> },
  {
    name: 'State',
    isShort: true,
    value: stateOf,
    cell: (row) =>
      stateOf(row) === 'listed' ? null : (
        <StateBadge tone={row.isRetired ? 'danger' : 'mark'}>{capitalized(stateOf(row))}</StateBadge>
      ),
  },
  { name: 'Copies', sort: 'copies', value: ({ copies }) => copies, isNumber: true },
  {
    name: 'Rating',
    sort: 'rating',
    value: ({ rating }) => rating?.toFixed(1) ?? '',
    cell: (row) => <Rating row={row} />,
    isNumber: true,
    isShort: true,
  },
  { name: 'New votes', value: ({ recentVotes }) => votes(recentVotes), isShort: true },
  { name: 'Added', sort: 'added', value: ({ addedOn }) => addedOn, isShort: true },
  { name: 'Review due', sort: 'review due', value: ({ reviewDue }) => reviewDue ?? '', isShort: true },
  { name: 'ID', value: ({ id }) => id, isOnlyInCsv: true },
];

const OLD_VOTES: Column<LibraryRow> = {
  name: 'Old votes',
  value: ({ earlierVotes }) => votes(earlierVotes),
  isShort: true,
};

/** The score, with the votes that it is careful about. */
function Rating({ row: { rating, recentVotes, earlierVotes } }: { row: LibraryRow }) {
  if (rating === null) return null;
  const up = recentVotes.up + earlierVotes.up;
  return (
    <>
      {rating.toFixed(1)}
      <br />
      <small className={styles.place}>
        {up} of {up + recentVotes.down + earlierVotes.down} up
      </small>
    </>
  );
}

type OpenDialog = { action: 'feature' | 'retire'; row: LibraryRow } | null;

/** The prompts, and what admins decide about each. */
export function PromptsView({ isAdmin }: { isAdmin: boolean }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenDialog>(null);
  const list = useSuspenseInfiniteQuery(libraryQuery(libraryFilters(search)));
  const { sort: by, order, ...filters } = libraryFilters(search);
  const { show } = filters;
  const columns = useMemo(
    () => [
      ...COLUMNS,
      // What a fall is seen by; elsewhere for those alone who take the rows along.
      show === 'falling rating' ? OLD_VOTES : { ...OLD_VOTES, isOnlyInCsv: true as const },
      ...(isAdmin ? [actionsColumn(setOpen)] : []),
    ],
    [isAdmin, show],
  );
  const close = () => setOpen(null);
  return (
    <>
      <FilterForm
        filters={FILTERS}
        values={filters}
        onApply={(values) =>
          void navigate({ to: '/admin/library', search: { ...values, ...sorted(by, order) } })
        }
      />
      <p className={styles.place}>
        Ratings go up to 5. A prompt with few votes stays low, even if all of them are up. New votes are from
        the last 30 days.
      </p>
      <DataTable
        label="Library"
        columns={columns}
        rows={list.data.pages.flatMap((page) => page.prompts)}
        rowKey={({ id }) => id}
        summary={countWithNoun(list.data.pages[0]?.total ?? 0, 'prompt')}
        sort={{
          by: by ?? (show === 'review due' ? 'review due' : 'title'),
          isDescending: order === 'desc',
          onSort: (next, isDescending) =>
            void navigate({
              to: '/admin/library',
              search: { ...filters, ...sorted(next, isDescending ? 'desc' : 'asc') },
              resetScroll: false,
            }),
        }}
        isMarked={({ isRetired }) => isRetired}
        empty="No prompts match."
      />
      <LoadMoreRows list={list} />
      {open?.action === 'feature' ? <FeatureDialog row={open.row} onClosed={close} /> : null}
      {open?.action === 'retire' ? <RetireDialog row={open.row} onClosed={close} /> : null}
    </>
  );
}

const sorted = (sort: string | undefined, order: string | undefined) => ({
  ...(sort ? { sort } : {}),
  ...(order ? { order } : {}),
});

function actionsColumn(onOpen: (open: OpenDialog) => void): Column<LibraryRow> {
  return {
    name: 'Actions',
    value: () => '',
    isActionColumn: true,
    cell: (row) => (
      <div className={styles.acts}>
        {row.isRetired ? null : (
          <Button variant="line" size="small" onClick={() => onOpen({ action: 'feature', row })}>
            {row.isFeatured ? 'Unfeature' : 'Feature'}
          </Button>
        )}
        <Button
          variant={row.isRetired ? 'line' : 'ghost'}
          size="small"
          onClick={() => onOpen({ action: 'retire', row })}
        >
          {row.isRetired ? 'Bring back' : 'Retire'}
        </Button>
      </div>
    ),
  };
}
