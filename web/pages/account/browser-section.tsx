import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { useUser } from '#web/features/account/account.queries.ts';
import { forgetAll, listRemembered } from '#web/features/prompts/variables/remembered-values.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { useRecentsControl } from '#web/features/recents/use-recents-control.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { AccountSection } from './account-section.tsx';
import styles from './browser-section.module.css';

/** History of the member's use, here and in this browser. */
export function BrowserSection() {
  const { data: recents } = useSuspenseInfiniteQuery(recentsQuery());
  const isPaused = recents.pages[0]?.isPaused ?? false;
  const { setPaused } = useRecentsControl();
  return (
    <AccountSection id="history" title="History">
      <Checkbox
        label="Remember the prompts I open or copy"
        isChecked={!isPaused}
        onChange={(isOn) => setPaused(!isOn)}
      />
      <p>
        They appear under <Link to="/recent">Recent Prompts</Link>.
      </p>
      <RememberedValues />
      <p>
        Values you saved under a name are in your account instead. Each is on the page of its prompt, where
        you can delete it.
      </p>
    </AccountSection>
  );
}

/** The store has no events of its own: what is typed elsewhere shows when this page opens. */
const never = () => () => undefined;

function RememberedValues() {
  const memberId = useUser()?.id ?? '';
  const [isAsking, setAsking] = useState(false);
  // The server knows nothing of this browser's storage.
  const count = useSyncExternalStore(
    never,
    () => listRemembered(memberId).length,
    () => null,
  );
  if (count === null) return null;
  return (
    <>
      <p role="status">
        {count === 0
          ? 'This browser has no saved values.'
          : `${countWithNoun(count, 'value')} you filled in ${count === 1 ? 'is' : 'are'} saved in this browser and nowhere else.`}
      </p>
      {count > 0 ? (
        <details className={styles.saved}>
          <DisclosureSummary className={styles.summary}>Show saved values</DisclosureSummary>
          <ul className={styles.values}>
            {listRemembered(memberId).map(({ name, value, promptId }) => (
              <li key={`${promptId} ${name}`}>
                <strong>{name.replaceAll('_', ' ')}</strong>: <bdi>{value}</bdi>
                {promptId === null ? ' (in every prompt)' : null}
                {promptId === null ? null : (
                  <>
                    {' '}
                    <Link to="/prompt/$id" params={{ id: promptId }}>
                      Open its prompt
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {count > 0 ? (
        <Button variant="line" onClick={() => setAsking(true)}>
          Clear saved values
        </Button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title="Clear saved values?"
          action="Clear"
          onConfirm={() => {
            forgetAll(memberId);
            toast({ title: 'Saved values cleared' });
          }}
          onClosed={() => setAsking(false)}
        >
          <p>What you filled into prompts is forgotten in this browser. Values saved under a name stay.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
