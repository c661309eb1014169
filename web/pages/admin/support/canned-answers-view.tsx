import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  addCannedAnswer,
  type CannedAnswer,
  changeCannedAnswer,
  removeCannedAnswer,
} from '#contract/canned-answers.ts';
import { LIMITS } from '#contract/limits.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { ActionField } from '#web/features/admin/action-field.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { cannedAnswersQuery } from '#web/features/support/support-staff.queries.ts';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './staff-ticket-page.module.css';

const COLUMNS: readonly Column<CannedAnswer>[] = [
  { name: 'Name', value: ({ name }) => name },
  { name: 'Text', value: ({ text }) => text },
];

type OpenDialog =
  | { action: 'write'; answer: CannedAnswer | null }
  | { action: 'remove'; answer: CannedAnswer }
  | null;

/** What answers to tickets can begin with. Admins write them. */
export function CannedAnswersView({ isAdmin }: { isAdmin: boolean }) {
  const { data: answers } = useSuspenseQuery(cannedAnswersQuery());
  const [open, setOpen] = useState<OpenDialog>(null);
  const columns = useMemo(() => (isAdmin ? [...COLUMNS, actionsColumn(setOpen)] : COLUMNS), [isAdmin]);
  const close = () => setOpen(null);
  return (
    <>
      {isAdmin ? (
        <div>
          <Button size="small" onClick={() => setOpen({ action: 'write', answer: null })}>
            New canned answer
          </Button>
        </div>
      ) : null}
      <DataTable
        label="Canned answers"
        columns={columns}
        rows={answers}
        rowKey={({ id }) => id}
        empty="There are no canned answers."
      />
      {open?.action === 'write' ? <WriteDialog answer={open.answer} onClosed={close} /> : null}
      {open?.action === 'remove' ? <RemoveDialog answer={open.answer} onClosed={close} /> : null}
    </>
  );
}

function actionsColumn(onOpen: (open: OpenDialog) => void): Column<CannedAnswer> {
  return {
    name: 'Actions',
    value: () => '',
    isActionColumn: true,
    cell: (answer) => (
      <div className={styles.actions}>
        <Button variant="line" size="small" onClick={() => onOpen({ action: 'write', answer })}>
          Edit
        </Button>
        <Button variant="danger" size="small" onClick={() => onOpen({ action: 'remove', answer })}>
          Remove
        </Button>
      </div>
    ),
  };
}

/** Takes the answers over as they are after an act. */
function useAnswers() {
  const queryClient = useQueryClient();
  return async (acting: Promise<CannedAnswer[]>) =>
    queryClient.setQueryData(cannedAnswersQuery().queryKey, await acting);
}

function WriteDialog({ answer, onClosed }: { answer: CannedAnswer | null; onClosed: () => void }) {
  const take = useAnswers();
  return (
    <ActionDialog
      title={answer ? 'Edit this canned answer' : 'New canned answer'}
      action="Save"
      done="Saved"
      hasReason={false}
      onClosed={onClosed}
      perform={({ name = '', text = '' }) => {
        const body = { name, text };
        return take(
          answer ? call(changeCannedAnswer, { answerId: answer.id, body }) : call(addCannedAnswer, { body }),
        );
      }}
    >
      <ActionField
        label="Name"
        name="name"
        defaultValue={answer?.name}
        maxLength={LIMITS.cannedNameCharacters}
      />
      <ActionField
        label="Text"
        name="text"
        defaultValue={answer?.text}
        maxLength={LIMITS.ticketCharacters}
        rows={8}
      />
    </ActionDialog>
  );
}

function RemoveDialog({ answer, onClosed }: { answer: CannedAnswer; onClosed: () => void }) {
  const take = useAnswers();
  return (
    <ActionDialog
      title="Remove this canned answer?"
      action="Remove"
      done="Removed"
      isDanger
      hasReason={false}
      onClosed={onClosed}
      perform={() => take(call(removeCannedAnswer, { answerId: answer.id }))}
    >
      <p>
        <strong>{answer.name}</strong>. Sent answers don’t change.
      </p>
    </ActionDialog>
  );
}
