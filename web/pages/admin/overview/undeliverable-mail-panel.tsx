import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getOverview, type Overview, resendMail } from '#contract/admin-overview.ts';
import { call } from '#web/api/call.ts';
import { ActionError } from '#web/features/admin/action-dialog.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';

type Row = Overview['mail']['givenUp'][number];

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Email', value: ({ kind }) => kind },
  { name: 'Tries', value: ({ attempts }) => attempts, isNumber: true },
  { name: 'Reason', value: ({ reason }) => reason ?? '' },
  { name: 'Failed (UTC)', value: ({ at }) => at.slice(0, 16).replace('T', ' ') },
];

/** Mail that was given up; as long as its recipient is kept, it can be sent again. */
export function UndeliverableMailPanel({ rows }: { rows: readonly Row[] }) {
  const queryClient = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: (mailId: string) => call(resendMail, { mailId }),
    onSuccess: () => {
      toast({ title: 'It will be sent again' });
      return queryClient.invalidateQueries({ queryKey: [getOverview.url] });
    },
  });
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      ...COLUMNS,
      {
        name: 'Actions',
        value: () => '',
        isActionColumn: true,
        cell: ({ id, canRestart }) =>
          canRestart ? (
            <Button variant="line" size="small" onClick={() => mutate(id)}>
              Send again
            </Button>
          ) : null,
      },
    ],
    [mutate],
  );
  return (
    <>
      <div role="alert">{error ? <ActionError error={error} /> : null}</div>
      <DataTable label="Failed emails" columns={columns} rows={rows} rowKey={({ id }) => id} empty={null} />
    </>
  );
}
