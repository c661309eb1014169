import { useSuspenseQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { exportAccount } from '#contract/account-settings.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { AccountSection } from './account-section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** The member's data: to take along, and to delete. */
export function DataAndDeletionSection() {
  const { data: status } = useSuspenseQuery(statusQuery());
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <AccountSection id="export" title="Export">
        <p>
          One ZIP file with everything we store about you: profile, favorites, collections, saved values,
          teams, votes, comments, and a summary of orders and payments.
        </p>
        {/* A download of the server's, not a page. */}
        <a href={exportAccount.url} className={buttonClass({ variant: 'line' })} download>
          <Download size={16} aria-hidden />
          Export my data
        </a>
      </AccountSection>
      <AccountSection id="delete" title="Delete account">
        <p>Permanently deletes your account. Any plan ends immediately, and you won’t be charged again.</p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </AccountSection>
      {isAsking ? (
        <DeleteAccountDialog hasPlan={status.plan !== null} onClosed={() => setAsking(false)} />
      ) : null}
    </>
  );
}
