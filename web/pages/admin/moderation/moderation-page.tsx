import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  CASE_STATES,
  type CollectionCase,
  type ModerationCase,
  type ReportedAuthor,
} from '#contract/admin-moderation.ts';
import { casesQuery, collectionCasesQuery } from '#web/features/admin/admin.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { downloadCsv } from '#web/features/admin/table/csv.ts';
import { EmptyRows } from '#web/features/admin/table/empty-rows.tsx';
import { LoadMoreRows } from '#web/features/admin/table/load-more-rows.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { StaffPage } from '../staff-page.tsx';
import { CaseCard } from './case-card.tsx';
import { CollectionCaseCard } from './collection-case-card.tsx';
import { caseFilters } from './load-moderation.ts';
import styles from './moderation-page.module.css';

const route = getRouteApi('/admin/moderation');

interface Row {
  kind: 'collection' | 'comment';
  about: string;
  text: string;
  author: ReportedAuthor | null;
  state: string;
  resolution: string | null;
  reports: CollectionCase['reports'];
}

const rowOfCollection = ({ name, description, owner, ...row }: CollectionCase): Row => ({
  ...row,
  kind: 'collection',
  about: name,
  text: description,
  author: owner,
});

const rowOfComment = ({ prompt, content, ...row }: ModerationCase): Row => ({
  ...row,
  kind: 'comment',
  about: prompt.title,
  text: content,
});

/** What the cards show, a row for each. */
const COLUMNS: readonly { name: string; value: (row: Row) => string | number }[] = [
  { name: 'Kind', value: ({ kind }) => kind },
  { name: 'About', value: ({ about }) => about },
  { name: 'Text', value: ({ text }) => text },
  { name: 'Author', value: ({ author }) => author?.name ?? '' },
  { name: 'State', value: ({ state }) => state },
  { name: 'Resolution', value: ({ resolution }) => resolution ?? '' },
  { name: 'Reports', value: ({ reports }) => reports.length },
  { name: 'Reasons', value: ({ reports }) => reports.map(({ reason }) => reason).join(', ') },
  { name: 'Reported', value: ({ reports }) => reports[0]?.at ?? '' },
];

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'Reports', options: CASE_STATES, initial: 'open' },
];

/** What members reported, the longest waiting first. */
export function ModerationPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const filters = caseFilters(search);
  const list = useSuspenseInfiniteQuery(casesQuery(filters));
  const { data: collections } = useSuspenseQuery(collectionCasesQuery(filters));
  const open = list.data.pages.at(-1)?.open ?? 0;
  const cases = list.data.pages.flatMap((page) => page.cases);
  return (
    <StaffPage title="Moderation" lead={`Comments and collections that need a decision: ${open}.`}>
      <FilterForm
        filters={FILTERS}
        values={filters}
        onApply={(values) => void navigate({ to: '/admin/moderation', search: values })}
      />
      {collections.length > 0 ? (
        <ul className={styles.list} aria-label="Collections">
          {collections.map((each) => (
            <li key={each.collectionId}>
              <CollectionCaseCard case={each} />
            </li>
          ))}
        </ul>
      ) : null}
      {cases.length === 0 && collections.length === 0 ? (
        <EmptyRows>No reports match this filter.</EmptyRows>
      ) : null}
      <ul className={styles.list}>
        {cases.map((each) => (
          <li key={each.commentId}>
            <CaseCard case={each} />
          </li>
        ))}
      </ul>
      <LoadMoreRows list={list} />
      {cases.length + collections.length > 0 ? (
        <Button
          variant="line"
          size="small"
          onClick={() =>
            downloadCsv('Moderation', COLUMNS, [
              ...collections.map(rowOfCollection),
              ...cases.map(rowOfComment),
            ])
          }
        >
          Export CSV
        </Button>
      ) : null}
    </StaffPage>
  );
}
