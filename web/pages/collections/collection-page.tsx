import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { useState } from 'react';
import type { User } from '#contract/account.ts';
import {
  type CollectionItem,
  type CollectionWithItems,
  deleteCollection,
  editCollection,
} from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { CollectionItems } from '#web/features/collections/collection-items.tsx';
import {
  collectionQuery,
  patchCollection,
  refreshCollections,
  showCollection,
} from '#web/features/collections/collections.queries.ts';
import { coverClass } from '#web/features/collections/cover.ts';
import { CoverDialog } from '#web/features/collections/cover-dialog.tsx';
import { DeleteDialog } from '#web/features/collections/delete-dialog.tsx';
import { NoteDialog } from '#web/features/collections/note-dialog.tsx';
import { ShareDialog } from '#web/features/collections/share-dialog.tsx';
import { useOrder } from '#web/features/collections/use-order.ts';
import { ExportMenu } from '#web/features/exports/export-menu.tsx';
import { fullName } from '#web/layout/header/member-name.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Breadcrumb } from '#web/ui/text/breadcrumb.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { useCanExport } from '../exports/use-can-export.ts';
import { useKeepFocus } from '../lists/use-keep-focus.ts';
import { usePromptModal } from '../prompt/use-prompt-modal.tsx';
import styles from './collection-page.module.css';

const route = getRouteApi('/collections/$collectionId');

/** One of my collections. Its route lets members in only. */
export function CollectionPage() {
  const { collectionId } = route.useParams();
  const user = useUser();
  const { data: collection } = useSuspenseQuery(collectionQuery(collectionId));
  return (
    <PageShell hasNotice={false}>
      {user ? <OwnCollection key={collectionId} collection={collection} user={user} /> : null}
    </PageShell>
  );
}

interface OwnCollectionProps {
  collection: CollectionWithItems;
  user: User;
}

function OwnCollection({ collection, user }: OwnCollectionProps) {
  const { id, items, isHidden } = collection;
  const queryClient = useQueryClient();
  const order = useOrder(collection);
  const kept = useKeepFocus(items.length);
  const { open, modal } = usePromptModal(user);
  const [noted, setNoted] = useState<CollectionItem | null>(null);
  return (
    <>
      <Header collection={collection} user={user} />
      {isHidden ? (
        <Notice className={styles.notice}>
          Our team hid this collection after a report. Only you can see it. If you disagree,{' '}
          <Link to="/contact" search={{}}>
            write to us
          </Link>
          .
        </Notice>
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
          <p>Add prompts from their cards, their pages or the command palette (Ctrl/⌘ K).</p>
        </EmptyState>
      ) : (
        <CollectionItems collection={collection} order={order} ref={kept} onOpen={open} onNote={setNoted} />
      )}
      {noted ? (
        <NoteDialog
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

function Header({ collection, user }: OwnCollectionProps) {
  const { id, name, description, color, visibility, share, promptCount } = collection;
  return (
    <div className={styles.head}>
      <Breadcrumb
        trail={[
          { key: 'home', link: <Link to="/">Home</Link> },
          { key: 'collections', link: <Link to="/collections">My Collections</Link> },
        ]}
        current={name}
      />
      <div className={styles.cover}>
        <span className={coverClass(color, styles.spine)} />
        <div className={styles.words}>
          <h1 dir="auto">{name}</h1>
          {description ? (
            <p className={styles.description} dir="auto">
              {description}
            </p>
          ) : null}
          <p className={styles.line}>
            {countWithNoun(promptCount, 'prompt')} •{' '}
            {share === null ? (
              'Private'
            ) : (
              <Link to="/c/$share" params={{ share }} search={{}}>
                {visibility === 'public' ? 'Public page' : 'Shared by link'}
              </Link>
            )}
          </p>
        </div>
        <Tools key={id} collection={collection} user={user} />
      </div>
    </div>
  );
}

function Tools({ collection, user }: OwnCollectionProps) {
  const { id } = collection;
  const [isOpen, setOpen] = useState<'share' | 'edit' | 'delete' | null>(null);
  const canExport = useCanExport(user.subscriptionTier);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  return (
    <div className={styles.tools}>
      <Button variant="line" size="small" onClick={() => setOpen('share')}>
        Share
      </Button>
      <Button variant="line" size="small" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <ExportMenu
        target={{ collectionId: id }}
        tier={user.subscriptionTier}
        canExport={canExport}
        className={buttonClass({ variant: 'line', size: 'small' })}
      />
      <Button variant="line" size="small" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {isOpen === 'share' ? (
        <ShareDialog collection={collection} memberName={shownName(user)} onClosed={close} />
      ) : null}
      {isOpen === 'edit' ? (
        <CoverDialog
          title="Edit collection"
          action="Save"
          cover={collection}
          save={({ name, description, color }) =>
            call(editCollection, { collectionId: id, body: { name, description, color } })
          }
          onSaved={(saved) => showCollection(queryClient, saved)}
          onClosed={close}
        />
      ) : null}
      {isOpen === 'delete' ? (
        <DeleteDialog
          name={collection.name}
          remove={() => call(deleteCollection, { collectionId: id })}
          onDeleted={() => {
            refreshCollections(queryClient);
            void navigate({ to: '/collections' });
          }}
          onClosed={close}
        />
      ) : null}
    </div>
  );
}

/** Never the e-mail, which stands in for a name on the member's own pages. */
const shownName = (user: User) => (user.firstName || user.lastName ? fullName(user) : 'A member');
