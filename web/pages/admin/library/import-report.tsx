import type { ImportResult } from '#contract/admin-library.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import styles from './library-page.module.css';

interface Line {
  key: string;
  kind: 'new' | 'changed' | 'skipped' | 'refused';
  lineText: string;
  description: string;
}

const COLUMNS: readonly Column<Line>[] = [
  { name: 'What', value: ({ kind }) => kind, isShort: true },
  { name: 'Line', value: ({ lineText }) => lineText, isShort: true },
  { name: 'Prompt or reason', value: ({ description }) => description },
];

/** What an import did, or would do. */
export function ImportReport({ report, isDone }: { report: ImportResult; isDone: boolean }) {
  const { read, added, changed, unchanged, skipped, failed, locked, brokenJson, ignoredColumns } = report;
  const counts = `${read} read: ${added} new, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped, ${failed} refused.`;
  return (
    <div className={styles.report}>
      <Callout variant={failed > 0 ? 'danger' : 'box'}>
        {counts} {outcome(report, isDone)}
      </Callout>
      {locked > 0 ? (
        <p>{locked} of the skipped prompts are locked: the export doesn’t have their text.</p>
      ) : null}
      {brokenJson > 0 ? (
        <p>{brokenJson} rows of type STRUCTURED aren’t valid JSON and were kept as plain text.</p>
      ) : null}
      {ignoredColumns.length > 0 ? <p>Ignored columns: {ignoredColumns.join(', ')}.</p> : null}
      <DataTable
        label="Import"
        columns={COLUMNS}
        rows={linesOf(report)}
        rowKey={({ key }) => key}
        isMarked={({ kind }) => kind === 'refused'}
        empty="Everything in this file is already in the library."
      />
      {isCut(report) ? <p>The table shows the first of each kind.</p> : null}
    </div>
  );
}

function outcome({ failed, added, changed }: ImportResult, isDone: boolean): string {
  if (failed > 0) return 'Fix the refused rows before you import.';
  if (isDone) return 'Imported.';
  return added + changed > 0 ? 'Nothing has been saved yet.' : 'There is nothing to import.';
}

function linesOf({ changes, skips, problems }: ImportResult): Line[] {
  const remarks = (kind: Line['kind'], list: ImportResult['skips']) =>
    list.map(({ line, message }, index) => ({
      key: `${kind} ${index}`,
      kind,
      lineText: line === undefined ? '' : String(line),
      description: message,
    }));
  return [
    ...remarks('refused', problems),
    ...changes.map(({ title, isNew }, index) => ({
      key: `change ${index}`,
      kind: isNew ? ('new' as const) : ('changed' as const),
      lineText: '',
      description: title,
    })),
    ...remarks('skipped', skips),
  ];
}

const isCut = ({ added, changed, skipped, locked, problemCount, changes, skips, problems }: ImportResult) =>
  added + changed > changes.length || skipped - locked > skips.length || problemCount > problems.length;
