import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import type { User } from '#contract/account.ts';
import {
  type Collection,
  copyTeamCollection,
  deleteCollection,
  editCollection,
  shareWithTeam,
} from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { collectionColorClass } from '#web/features/collections/collection-color-class.ts';
import { CollectionDetailsDialog } from '#web/features/collections/collection-details-dialog.tsx';
import {
  patchCollection,
  refreshCollections,
  showCollection,
} from '#web/features/collections/collections.queries.ts';
import { DeleteCollectionDialog } from '#web/features/collections/delete-collection-dialog.tsx';
import { refusalMessage } from '#web/features/collections/refusal-message.ts';
import { ShareDialog } from '#web/features/collections/share-dialog.tsx';
import { ExportMenu } from '#web/features/exports/export-menu.tsx';
import { TeamChoice } from '#web/features/teams/team-choice.tsx';
import { teamsQuery } from '#web/features/teams/teams.queries.ts';
import { fullName } from '#web/layout/header/member-name.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Breadcrumb } from '#web/ui/text/breadcrumb.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { useCanExport } from '../exports/use-can-export.ts';
import styles from './collection-page.module.css';

interface HeaderProps {
  collection: Collection;
  user: User;
}

/** What a collection is, whose, and what I may do with it. */
export function CollectionHeader({ collection, user }: HeaderProps) {
  const { id, name, description, color, promptCount, access } = collection;
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
        <span className={collectionColorClass(color, styles.spine)} />
        <div className={styles.words}>
          <h1 dir="auto">{name}</h1>
          {description ? (
            <p className={styles.description} dir="auto">
              {description}
            </p>
          ) : null}
          <p className={styles.line}>
            {countWithNoun(promptCount, 'prompt')} • <Sharing collection={collection} />
          </p>
        </div>
        <div className={styles.tools}>
          {access === 'own' ? (
            <OwnTools key={id} collection={collection} user={user} />
          ) : (
            <TeamTools key={id} collection={collection} user={user} />
          )}
        </div>
      </div>
    </div>
  );
}

function Sharing({ collection: { access, by, team, share, visibility } }: Pick<HeaderProps, 'collection'>) {
  if (access !== 'own') {
    return (
      <>
        By <bdi>{by}</bdi> • <bdi>{team?.name}</bdi>
      </>
    );
  }
  return (
    <>
      {share === null ? (
        team ? null : (
          'Private'
        )
      ) : (
        <Link to="/c/$share" params={{ share }} search={{}}>
          {visibility === 'public' ? 'Public page' : 'Shared by link'}
        </Link>
      )}
      {share !== null && team ? ' • ' : null}
      {team ? (
        <>
          Shared with <bdi>{team.name}</bdi>
        </>
      ) : null}
    </>
  );
}

function Exports({ collection, user }: HeaderProps) {
  const canExport = useCanExport(user.subscriptionTier);
  return (
    <ExportMenu
      target={{ collectionId: collection.id }}
      tier={user.subscriptionTier}
      canExport={canExport}
      className={buttonClass({ variant: 'line', size: 'small' })}
    />
  );
}

/** Somebody else's: I keep a copy, and take it out of a team that is mine. */
function TeamTools({ collection, user }: HeaderProps) {
  const { id: collectionId, team } = collection;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: teams = [] } = useQuery(teamsQuery());
  const isOwner = teams.some(({ id, role }) => id === team?.id && role === 'owner');
  const onError = (error: unknown) =>
    toast({
      title: 'Error',
      description: refusalMessage(error, 'That didn’t work. Please try again.'),
      variant: 'destructive',
    });
  const copying = useMutation({
    mutationFn: () => call(copyTeamCollection, { collectionId }),
    onSuccess: ({ id }) => {
      refreshCollections(queryClient);
      toast({ title: 'Collection copied', description: 'It’s in your collections now, and private.' });
      void navigate({ to: '/collections/$collectionId', params: { collectionId: id } });
    },
    onError,
  });
  const ending = useMutation({
    mutationFn: () => call(shareWithTeam, { collectionId, body: { teamId: null } }),
    onSuccess: () => {
      refreshCollections(queryClient);
      toast({ title: 'Removed from the team', description: 'Its owner keeps it.' });
      void navigate({ to: '/collections' });
    },
    onError,
  });
  return (
    <>
      <Button
        variant="line"
        size="small"
        isPending={copying.isPending}
        pendingText="Copying..."
        onClick={() => copying.mutate()}
      >
        Copy to my collections
      </Button>
      <Exports collection={collection} user={user} />
      {isOwner ? (
        <Button
          variant="line"
          size="small"
          isPending={ending.isPending}
          pendingText="Removing..."
          onClick={() => ending.mutate()}
        >
          Remove from team
        </Button>
      ) : null}
    </>
  );
}

function OwnTools({ collection, user }: HeaderProps) {
  const { id } = collection;
  const [isOpen, setOpen] = useState<'share' | 'edit' | 'delete' | null>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  return (
    <>
      <Button size="small" onClick={() => setOpen('share')}>
        <Share2 aria-hidden />
        Share
      </Button>
      <Button variant="line" size="small" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Exports collection={collection} user={user} />
      <Button variant="danger" size="small" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {isOpen === 'share' ? (
        <ShareDialog
          collection={collection}
          memberName={shownName(user)}
          team={
            <TeamChoice
              collection={collection}
              onChanged={(team) => {
                patchCollection(queryClient, id, () => ({ team }));
                refreshCollections(queryClient);
              }}
            />
          }
          onClosed={close}
        />
      ) : null}
      {isOpen === 'edit' ? (
        <CollectionDetailsDialog
          title="Edit collection"
          action="Save"
          details={collection}
          save={({ name, description, color }) =>
            call(editCollection, { collectionId: id, body: { name, description, color } })
          }
          onSaved={(saved) => showCollection(queryClient, saved)}
          onClosed={close}
        />
      ) : null}
      {isOpen === 'delete' ? (
        <DeleteCollectionDialog
          name={collection.name}
          remove={() => call(deleteCollection, { collectionId: id })}
          onDeleted={() => {
            refreshCollections(queryClient);
            void navigate({ to: '/collections' });
          }}
          onClosed={close}
        />
      ) : null}
    </>
  );
}

/** Never the e-mail, which stands in for a name on the member's own pages. */
const shownName = (user: User) => (user.firstName || user.lastName ? fullName(user) : 'A member');
