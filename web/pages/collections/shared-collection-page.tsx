import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { copyCollection, type SharedCollection } from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { collectionColorClass } from '#web/features/collections/collection-color-class.ts';
import { refreshCollections, sharedCollectionQuery } from '#web/features/collections/collections.queries.ts';
import { refusalMessage } from '#web/features/collections/refusal-message.ts';
import { PromptCard } from '#web/features/prompts/card/prompt-card.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import { useFocusOnNew } from '#web/ui/behavior/use-focus-on-new.ts';
import { LoadMore } from '#web/ui/feedback/load-more.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import { useCardActions } from '../lists/use-card-actions.tsx';
import styles from './collection-page.module.css';

// One file for the browser to fetch.
export { loadSharedCollection } from './load-collections.ts';

const ReportDialog = lazyComponent(
  async () => (await import('#web/features/collections/report-dialog.tsx')).ReportDialog,
);

const route = getRouteApi('/c/$share');

/** A collection as others see it: titles, notes and locks, never a text. */
export function SharedCollectionPage() {
  const { share } = route.useParams();
  const list = useSuspenseInfiniteQuery(sharedCollectionQuery(share));
  const pages = list.data.pages.flatMap((page) => page ?? []);
  const items = pages.flatMap((page) => page.items);
  const cards = useCardActions();
  const focus = useFocusOnNew<HTMLOListElement>(items.length);
  const [first] = pages;
  if (!first) return null;
  return (
    <PageShell>
      <Header share={share} collection={first} />
      <ol ref={focus.list} className={styles.grid} aria-label="Prompts in this collection">
        {items.map(({ prompt, note }, index) => (
          <li key={prompt.id}>
            <span className={styles.number}>{index + 1}</span>
            <PromptCard
              prompt={prompt}
              onOpen={cards.grid.onOpen}
              favorite={cards.grid.favorite(prompt)}
              note={note ? <Note text={note} /> : null}
            />
          </li>
        ))}
      </ol>
      <LoadMore
        shown={items.length}
        total={first.promptCount}
        noun="prompt"
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        isFailed={list.isFetchNextPageError}
        isShown={first.nextCursor !== null}
        onLoad={() => {
          focus.expectMore();
          void list.fetchNextPage();
        }}
      >
        Load More Prompts
      </LoadMore>
      {cards.dialog}
    </PageShell>
  );
}

/** Unsigned: in a team others than the owner write notes, too. */
function Note({ text }: { text: string }) {
  return (
    <div className={styles.note}>
      <p className={styles.from}>Note</p>
      <p dir="auto">{text}</p>
    </div>
  );
}

interface HeaderProps {
  share: string;
  collection: SharedCollection;
}

function Header({ share, collection }: HeaderProps) {
  const { name, description, color, by, promptCount, updatedAt } = collection;
  return (
    <div className={styles.head}>
      <div className={styles.cover}>
        <span className={collectionColorClass(color, styles.spine)} />
        <div className={styles.words}>
          <h1 dir="auto">{name}</h1>
          {description ? (
            <p className={styles.description} dir="auto">
              {description}
            </p>
          ) : null}
          <p className={styles.line}>
            By <bdi>{by ?? 'a member'}</bdi> • {countWithNoun(promptCount, 'prompt')} •{' '}
            <RelativeDate date={updatedAt} />
          </p>
        </div>
        <Tools share={share} ownId={collection.ownId} />
      </div>
    </div>
  );
}

function Tools({ share, ownId }: { share: string; ownId: string | null }) {
  const user = useUser();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isReporting, setReporting] = useState(false);
  const copying = useMutation({
    mutationFn: () => call(copyCollection, { share }),
    onSuccess: ({ id }) => {
      refreshCollections(queryClient);
      toast({ title: 'Collection copied', description: 'It’s in your collections now, and private.' });
      void navigate({ to: '/collections/$collectionId', params: { collectionId: id } });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: refusalMessage(error, 'We couldn’t copy the collection. Please try again.'),
        variant: 'destructive',
      }),
  });
  if (!user) {
    return (
      <div className={styles.tools}>
        <Link
          to="/login"
          search={{ returnUrl: paths.sharedCollection(share) }}
          className={buttonClass({ variant: 'line' })}
        >
          Sign in to copy it
        </Link>
      </div>
    );
  }
  return (
    <div className={styles.tools}>
      {ownId === null ? (
        <>
          <Button isPending={copying.isPending} pendingText="Copying..." onClick={() => copying.mutate()}>
            Copy to my collections
          </Button>
          <Button variant="ghost" onClick={() => setReporting(true)}>
            Report
          </Button>
        </>
      ) : (
        <Link
          to="/collections/$collectionId"
          params={{ collectionId: ownId }}
          className={buttonClass({ variant: 'line' })}
        >
          Edit
        </Link>
      )}
      {isReporting ? <ReportDialog share={share} onClosed={() => setReporting(false)} /> : null}
    </div>
  );
}
