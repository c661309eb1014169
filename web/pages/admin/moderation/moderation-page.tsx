import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CollectionCase, ModerationCase, ReportedAuthor } from '#contract/admin-moderation.ts';
import { REPORT_REASON_NAMES } from '#contract/report-reasons.ts';
import { casesQuery, collectionCasesQuery } from '#web/features/admin/admin.queries.ts';
import { FilterLinks } from '#web/features/admin/filter-links.tsx';
import { downloadCsv } from '#web/features/admin/table/csv.ts';
import { TableBar } from '#web/features/admin/table/data-table.tsx';
import { EmptyRows } from '#web/features/admin/table/empty-rows.tsx';
import { LoadMoreRows } from '#web/features/admin/table/load-more-rows.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
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
  {
    name: 'Reasons',
    value: ({ reports }) => reports.map(({ reason }) => REPORT_REASON_NAMES[reason]).join(', '),
  },
  { name: 'Reported', value: ({ reports }) => reports[0]?.at ?? '' },
];

const OPTIONS = [
  { value: 'open', name: 'Open' },
  { value: 'resolved', name: 'Resolved' },
] as const;

/** What members reported, the longest waiting first. */
export function ModerationPage() {
  const filters = caseFilters(route.useSearch());
  const isOpen = filters.state === 'open';
  const list = useSuspenseInfiniteQuery(casesQuery(filters));
  const { data: collections } = useSuspenseQuery(collectionCasesQuery(filters));
  const open = list.data.pages.at(-1)?.open ?? 0;
  const cases = list.data.pages.flatMap((page) => page.cases);
  return (
    <StaffPage
      title="Moderation"
      lead={
        isOpen
          ? 'Reported comments and collections that need a decision, the longest waiting first.'
          : 'Decided, the newest first. A decision can be changed, except a deletion.'
      }
    >
      <FilterLinks
        label="Which reports"
        to="/admin/moderation"
        name="state"
        current={filters.state}
        options={OPTIONS}
      />
      {cases.length + collections.length > 0 ? (
        <TableBar
          summary={
            isOpen
              ? countWithNoun(open, 'open case')
              : `${countWithNoun(cases.length + collections.length, 'case')} shown`
          }
          onExport={() =>
            downloadCsv('Moderation', COLUMNS, [
              ...collections.map(rowOfCollection),
              ...cases.map(rowOfComment),
            ])
          }
        />
      ) : (
        <EmptyRows>{isOpen ? 'No open reports.' : 'No decisions yet.'}</EmptyRows>
      )}
      {collections.length > 0 ? (
        <ul className={styles.list} aria-label="Collections">
          {collections.map((each) => (
            <li key={each.collectionId}>
              <CollectionCaseCard case={each} />
            </li>
          ))}
        </ul>
      ) : null}
      {cases.length > 0 ? (
        <ul className={styles.list} aria-label="Comments">
          {cases.map((each) => (
            <li key={each.commentId}>
              <CaseCard case={each} />
            </li>
          ))}
        </ul>
      ) : null}
      <LoadMoreRows list={list} />
    </StaffPage>
  );
}
