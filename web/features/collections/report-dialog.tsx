import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { reportCollection } from '#contract/collections.ts';
import { REPORT_REASONS } from '#contract/comments.ts';
import { REPORT_REASON_NAMES } from '#contract/report-reasons.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './collection-details-dialog.module.css';

type Reason = (typeof REPORT_REASONS)[number];

interface ReportDialogProps {
  share: string;
  onClosed: () => void;
}

export function ReportDialog({ share, onClosed }: ReportDialogProps) {
  const [reason, setReason] = useState<Reason>('spam');
  const [details, setDetails] = useState('');
  const id = useId();
  const reporting = useMutation({
    mutationFn: () => {
      const text = details.trim();
      return call(reportCollection, { share, body: { reason, ...(text ? { details: text } : {}) } });
    },
    onSuccess: () => {
      toast({ title: 'Collection reported', description: 'Thank you. We’ll take a look.' });
      onClosed();
    },
  });
  return (
    <MessageDialog
      title="Report this collection"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Cancel
          </Button>
          <Button isPending={reporting.isPending} pendingText="Sending..." onClick={() => reporting.mutate()}>
            Report
          </Button>
        </>
      )}
    >
      <div className={styles.form}>
        <label htmlFor={`${id}-reason`}>What’s wrong with it?</label>
        <SelectField
          id={`${id}-reason`}
          className={fieldClass()}
          value={reason}
          onChange={(event) =>
            setReason(REPORT_REASONS.find((each) => each === event.target.value) ?? 'other')
          }
        >
          {REPORT_REASONS.map((each) => (
            <option key={each} value={each}>
              {REPORT_REASON_NAMES[each]}
            </option>
          ))}
        </SelectField>
        <label htmlFor={`${id}-details`}>Anything to add? (optional)</label>
        <textarea
          id={`${id}-details`}
          className={fieldClass()}
          rows={2}
          maxLength={1000}
          dir="auto"
          value={details}
          onChange={(event) => setDetails(event.target.value)}
        />
        <div role="alert">
          {reporting.error ? (
            <Callout variant="danger">
              {failureMessage(reporting.error, 'We couldn’t send the report. Please try again.')}
            </Callout>
          ) : null}
        </div>
      </div>
    </MessageDialog>
  );
}
