import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { useRecentsControl } from '#web/features/recents/use-recents-control.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { countWords } from '#web/ui/format-count.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ListHead } from './lists/list-head.tsx';
import { useCardActions } from './lists/use-card-actions.tsx';

/** What I opened or copied (DECISIONS 34). Its route lets members in only. */
export function RecentPage() {
  const { data: recents } = useSuspenseQuery(recentsQuery());
  const control = useRecentsControl();
  const cards = useCardActions();
  const [isAsking, setAsking] = useState(false);
  const { isPaused, prompts } = recents;
  useHeadingFocusOnceEmpty(prompts.length);
  return (
    <PageShell hasNotice={false}>
      <ListHead
        title="Recent Prompts"
        line={`${countWords(prompts.length, 'prompt')} • Last used first`}
        tools={
          <>
            <Button variant="line" size="small" onClick={() => control.setPaused(!isPaused)}>
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
            {prompts.length > 0 ? (
              <Button variant="line" size="small" onClick={() => setAsking(true)}>
                <Trash2 aria-hidden />
                Clear
              </Button>
            ) : null}
          </>
        }
      />
      <div role="status">
        {isPaused ? <Notice>Paused: nothing new is remembered. What is here stays.</Notice> : null}
      </div>
      {prompts.length > 0 ? (
        <PromptGrid prompts={prompts} columns={3} {...cards.grid} />
      ) : (
        <EmptyState
          icon={History}
          title="No recent prompts"
          actions={
            <Link to="/search" className={buttonClass({ variant: 'line' })}>
              Browse Prompts
            </Link>
          }
        >
          <p>Prompts you open or copy are kept here, so that you find them again.</p>
        </EmptyState>
      )}
      {isAsking ? <ClearDialog onClear={control.clear} onClosed={() => setAsking(false)} /> : null}
      {cards.dialog}
    </PageShell>
  );
}

/** The button that was pressed goes away with the list. */
function useHeadingFocusOnceEmpty(count: number): void {
  const countBefore = useRef(count);
  useEffect(() => {
    const isEmptied = count === 0 && countBefore.current > 0;
    countBefore.current = count;
    const heading = document.querySelector('h1');
    if (!isEmptied || !heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [count]);
}

function ClearDialog({ onClear, onClosed }: { onClear: () => void; onClosed: () => void }) {
  return (
    <Dialog
      title="Clear recent prompts?"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Keep
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClear();
              close();
            }}
          >
            Clear
          </Button>
        </>
      )}
    >
      <p>The list is emptied for good. Your favorites and votes stay.</p>
    </Dialog>
  );
}
