import { useState } from 'react';
import { dismissIncident, type Overview } from '#contract/admin-overview.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';

type Incident = NonNullable<Overview['warnings'][number]['incident']>;

/** For whoever has looked at it: the overview is about what still needs somebody. */
export function DismissIncident({ incident }: { incident: Incident }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="line" size="small" onClick={() => setOpen(true)}>
        Dismiss
      </Button>
      {isOpen ? (
        <ActionDialog
          title="Dismiss this warning?"
          action="Dismiss"
          done="Dismissed"
          hasReason={false}
          onClosed={() => setOpen(false)}
          perform={() => call(dismissIncident, { body: incident })}
        >
          <p>Do this once you have looked at the payment at the provider. The audit log keeps a line.</p>
        </ActionDialog>
      ) : null}
    </>
  );
}
