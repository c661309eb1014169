import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type RequestRow, setRequestDone } from '#contract/admin-library.ts';
import { call } from '#web/api/call.ts';
import { ActionError } from '#web/features/admin/action-dialog.tsx';
import { requestsQuery } from '#web/features/admin/admin.queries.ts';
import { FilterLinks } from '#web/features/admin/filter-links.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './library-page.module.css';
import { requestFilters } from './load-library.ts';

const route = getRouteApi('/admin/library');

const OPTIONS = [
  { value: 'open', name: 'Open' },
  { value: 'done', name: 'Done' },
] as const;

const COLUMNS: readonly Column<RequestRow>[] = [
  {
    name: 'Words',
    value: ({ text }) => text,
    cell: ({ text }) => (
      <Link to="/search" search={{ q: text }}>
        {text}
      </Link>
    ),
  },
  { name: 'Members', value: ({ requests }) => requests, isNumber: true },
  { name: 'Last asked', value: ({ lastAskedAt }) => lastAskedAt.slice(0, 10), isShort: true },
];

/** What members asked for because a search found nothing. */
export function RequestsView() {
  const search = route.useSearch();
  const queryClient = useQueryClient();
  const filters = requestFilters(search);
  const { data } = useSuspenseQuery(requestsQuery(filters));
  const isDone = filters.state === 'done';
  const { mutate, error } = useMutation({
    mutationFn: (text: string) => call(setRequestDone, { body: { text, isDone: !isDone } }),
    onSuccess: async () => {
      toast({ title: isDone ? 'Open again' : 'Marked as done' });
      await queryClient.invalidateQueries({ queryKey: requestsQuery({}).queryKey.slice(0, 1) });
    },
  });
  const columns = useMemo(
    (): readonly Column<RequestRow>[] => [
      ...COLUMNS,
      {
        name: 'Actions',
        value: () => '',
        isActionColumn: true,
        cell: ({ text }) => (
          <Button variant="line" size="small" onClick={() => mutate(text)}>
            {isDone ? 'Open again' : 'Mark as done'}
          </Button>
        ),
      },
    ],
    [isDone, mutate],
  );
  return (
    <>
      <FilterLinks
        label="Which requests"
        to="/admin/library"
        name="state"
        current={filters.state}
        options={OPTIONS}
        search={{ view: 'requests' }}
      />
      <p className={styles.place}>
        What members asked for after a search found nothing. Mark it as done once the library has it.
      </p>
      <div>
        <div role="alert">{error ? <ActionError error={error} /> : null}</div>
        <DataTable
          label="Requested prompts"
          columns={columns}
          rows={data.requests}
          rowKey={({ text }) => text}
          summary={countWithNoun(data.requests.length, 'request')}
          empty={isDone ? 'No requests are marked as done.' : 'No open requests.'}
        />
      </div>
    </>
  );
}
