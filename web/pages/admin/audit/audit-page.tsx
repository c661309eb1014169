import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { AUDIT_ACTS, AUDIT_SUBJECTS, type AuditEntry } from '#contract/audit.ts';
import { auditQuery } from '#web/features/admin/admin.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { LoadMoreRows } from '#web/features/admin/table/load-more-rows.tsx';
import { capitalized } from '#web/ui/text/capitalized.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { StaffPage } from '../staff-page.tsx';
import { AuditTarget } from './audit-target.tsx';
import { auditFilters } from './load-audit.ts';
import { ValueChange } from './value-change.tsx';

const route = getRouteApi('/admin/audit');

/** Where its own words are none. */
const ACT_NAMES: Readonly<Record<string, string>> = { unsuspend: 'End suspension' };

const actName = (act: string) => ACT_NAMES[act] ?? capitalized(act);

const FILTERS: readonly Filter[] = [
  { name: 'actor', label: 'Who', type: 'text', hint: 'Name, address or ID' },
  { name: 'act', label: 'What', options: AUDIT_ACTS, names: ACT_NAMES },
  { name: 'subject', label: 'Kind of target', options: AUDIT_SUBJECTS },
  { name: 'target', label: 'Target', type: 'text', hint: 'Name, title or ID' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
];

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'When (UTC)', value: ({ at }) => at.slice(0, 19).replace('T', ' '), isShort: true },
  {
    name: 'Who',
    value: ({ actor, actorRole }) => actor?.name ?? actor?.id ?? actorRole,
    cell: ({ actor }) =>
      actor?.name ? <AuditTarget subject={{ kind: 'member', ...actor }} /> : (actor?.id ?? 'Server command'),
  },
  { name: 'Role', value: ({ actorRole }) => actorRole, isOnlyInCsv: true },
  { name: 'What', value: ({ act }) => act, cell: ({ act }) => actName(act), isShort: true },
  {
    name: 'To',
    value: ({ subject }) => `${subject.kind} ${subject.name ?? subject.id}`,
    cell: ({ subject }) => (
      <>
        {capitalized(subject.kind)} <AuditTarget subject={subject} />
      </>
    ),
  },
  {
    name: 'Change',
    isUnsorted: true,
    value: ({ before, after }) => JSON.stringify({ before, after }),
    cell: (line) => <ValueChange line={line} />,
  },
  { name: 'Reason', value: ({ reason }) => reason ?? '', isUnsorted: true },
  { name: 'Network', value: ({ network }) => network ?? '', isShort: true, isUnsorted: true },
];

/** Everything staff did; nothing here can be changed. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useSuspenseInfiniteQuery(auditQuery(auditFilters(search)));
  const lines = list.data.pages.flatMap((page) => page.lines);
  return (
    <StaffPage title="Audit" lead="Who did what to whom, and from where. Entries never change.">
      <FilterForm
        filters={FILTERS}
        values={search}
        onApply={(values) => void navigate({ to: '/admin/audit', search: values })}
      />
      <DataTable
        label="Audit log"
        columns={COLUMNS}
        rows={lines}
        rowKey={({ id }) => id}
        summary={`${countWithNoun(lines.length, 'entry')} shown, the newest first`}
        empty="No staff actions match these filters."
      />
      <LoadMoreRows list={list} />
    </StaffPage>
  );
}
