import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { useUser } from '#web/features/account/account.queries.ts';
import { countRemembered, forgetAll } from '#web/features/prompts/variables/remembered-values.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { useRecentsControl } from '#web/features/recents/use-recents-control.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { AccountSection } from './account-section.tsx';

/** History of the member's use, here and in this browser. */
export function BrowserSection() {
  const { data: recents } = useSuspenseInfiniteQuery(recentsQuery());
  const isPaused = recents.pages[0]?.isPaused ?? false;
  const { setPaused } = useRecentsControl();
  return (
    <AccountSection title="History">
      <Checkbox
        label="Remember the prompts I open or copy"
        isChecked={!isPaused}
        onChange={(isOn) => setPaused(!isOn)}
      />
      <p>
        They appear under <Link to="/recent">Recent Prompts</Link>.
      </p>
      <RememberedValues />
    </AccountSection>
  );
}

/** The store has no events of its own: what is typed elsewhere shows when this page opens. */
const never = () => () => undefined;

function RememberedValues() {
  const memberId = useUser()?.id ?? '';
  const [, setCleared] = useState(0);
  // The server knows nothing of this browser's storage.
  const count = useSyncExternalStore(
    never,
    () => countRemembered(memberId),
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
        <Button
          variant="line"
          onClick={() => {
            forgetAll(memberId);
            setCleared((times) => times + 1);
            toast({ title: 'Saved values cleared' });
          }}
        >
          Clear saved values
        </Button>
      ) : null}
    </>
  );
}
