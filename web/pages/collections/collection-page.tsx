import {
  type UseSuspenseInfiniteQueryResult,
  useQueryClient,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { useState } from 'react';
import type { User } from '#contract/account.ts';
import type { CollectionItem, CollectionWithItems } from '#contract/collections.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { CollectionItemDialog } from '#web/features/collections/collection-item-dialog.tsx';
import { CollectionItems } from '#web/features/collections/collection-items.tsx';
import {
  collectionQuery,
  loadedCollection,
  patchCollection,
  refreshCollections,
} from '#web/features/collections/collections.queries.ts';
import { useItemOrder } from '#web/features/collections/use-item-order.ts';
import { CopyByIdButton } from '#web/features/prompts/copy/copy-by-id-button.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { useFocusOnNew } from '#web/ui/behavior/use-focus-on-new.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { LoadMore } from '#web/ui/feedback/load-more.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { useKeepFocus } from '../lists/use-keep-focus.ts';
import { usePromptModal } from '../prompt/use-prompt-modal.tsx';
import { CollectionHeader } from './collection-header.tsx';
import styles from './collection-page.module.css';

// One file for the browser to fetch.
export { loadCollection } from './load-collections.ts';

const route = getRouteApi('/collections/$collectionId');

/** One of my collections, or of my teams'. Its route lets members in only. */
export function CollectionPage() {
  const { collectionId } = route.useParams();
  const user = useUser();
  const list = useSuspenseInfiniteQuery(collectionQuery(collectionId));
  const collection = loadedCollection(list.data);
  return (
    <PageShell hasVisitorBanner={false}>
      {user && collection ? (
        <Prompts key={collectionId} collection={collection} list={list} user={user} />
      ) : null}
    </PageShell>
  );
}

interface PromptsProps {
  collection: CollectionWithItems;
  list: Pick<
    UseSuspenseInfiniteQueryResult,
    'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >;
  user: User;
}

function Prompts({ collection, list, user }: PromptsProps) {
  const { id, items, isHidden, access, promptCount, nextCursor } = collection;
  const queryClient = useQueryClient();
  const order = useItemOrder(collection);
  const kept = useKeepFocus(items.length);
  const focus = useFocusOnNew(items.length);
  // So that the end of the list stays, and says that all of it is shown.
  const [isPaged] = useState(nextCursor !== null);
  const { open, modal } = usePromptModal(user);
  const [noted, setNoted] = useState<CollectionItem | null>(null);
  return (
    <>
      <CollectionHeader collection={collection} user={user} />
      {isHidden ? (
        <Callout className={styles.notice}>
          Our team hid this collection after a report. Only you can see it. If you disagree,{' '}
          <Link to="/contact" search={{}}>
            write to us
          </Link>
          .
        </Callout>
      ) : null}
      {items.length === 0 ? (
        <EmptyState
          icon={FolderPlus}
          title="This collection is empty"
          actions={
            <Link to="/search" className={buttonClass({ variant: 'line' })}>
              Browse Prompts
            </Link>
          }
        >
          <p>
            {access === 'read'
              ? 'Nothing has been added yet.'
              : 'Add prompts from their cards, their pages or the command palette (Ctrl/⌘ K).'}
          </p>
        </EmptyState>
      ) : (
        <div ref={focus.list}>
          <CollectionItems
            collection={collection}
            order={order}
            ref={kept}
            onOpen={open}
            renderCopy={(prompt) => <CopyByIdButton prompt={prompt} memberId={user.id} />}
            onNote={setNoted}
          />
        </div>
      )}
      {items.length > 0 && isPaged ? (
        <LoadMore
          shown={items.length}
          total={promptCount}
          noun="prompt"
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          isShown
          onLoad={() => {
            focus.expectMore();
            void list.fetchNextPage().then(({ isError }) => {
              // What is shown may be another order by now.
              if (isError) refreshCollections(queryClient, id);
            });
          }}
        >
          Load More Prompts
        </LoadMore>
      ) : null}
      {items.length > 0 && access !== 'read' && !list.hasNextPage ? (
        <p className={styles.more}>
          <Link to="/search" className={buttonClass({ variant: 'line' })}>
            Find more prompts
          </Link>
        </p>
      ) : null}
      {noted ? (
        <CollectionItemDialog
          collectionId={id}
          item={noted}
          onSaved={(note) => {
            patchCollection(queryClient, id, (known) => ({
              items: known.items.map((each) =>
                each.prompt.id === noted.prompt.id ? { ...each, note } : each,
              ),
            }));
          }}
          onClosed={() => setNoted(null)}
        />
      ) : null}
      {modal}
    </>
  );
}
