import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import Globe from 'lucide-react/icons/globe';
import LibraryBig from 'lucide-react/icons/library-big';
import Link2 from 'lucide-react/icons/link-2';
import Lock from 'lucide-react/icons/lock';
import Plus from 'lucide-react/icons/plus';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { addCollection, type Collection, type ListedCollection } from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { collectionColorClass } from '#web/features/collections/collection-color-class.ts';
import { CollectionDetailsDialog } from '#web/features/collections/collection-details-dialog.tsx';
import { collectionsQuery, refreshCollections } from '#web/features/collections/collections.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { relativeDate } from '#web/ui/text/format-date.ts';
import { ListHeader } from '../lists/list-header.tsx';
import { OfflineAvailability } from '../lists/offline-availability.tsx';
import styles from './collections-page.module.css';

// One file for the browser to fetch.
export { loadCollections } from './load-collections.ts';

/** A member's collections, and those of their teams. Its route lets members in only. */
export function CollectionsPage() {
  const { data: all } = useSuspenseQuery(collectionsQuery());
  const collections = all.filter(({ access }) => access === 'own');
  const shared = all.filter(({ access }) => access !== 'own');
  const [isCreating, setCreating] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const make = (
    <Button onClick={() => setCreating(true)}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      New collection
    </Button>
  );
  return (
    <PageShell hasVisitorBanner={false}>
      <ListHeader
        title="My Collections"
        line={countWithNoun(collections.length, 'collection')}
        tools={collections.length > 0 ? make : null}
      />
      <OfflineAvailability />
      {collections.length === 0 ? (
        <EmptyState icon={LibraryBig} title="No collections yet" actions={make}>
          <p>Group prompts that belong together, in your order and with your notes.</p>
        </EmptyState>
      ) : (
        <ul className={styles.grid} aria-label="My collections">
          {collections.map((collection) => (
            <li key={collection.id}>
              <CollectionCard collection={collection} level={2} />
            </li>
          ))}
        </ul>
      )}
      {shared.length > 0 ? (
        <section className={styles.shared} aria-labelledby="shared">
          <h2 id="shared" className={styles.sharedTitle}>
            Shared with you
          </h2>
          <ul className={styles.grid} aria-label="Shared with you">
            {shared.map((collection) => (
              <li key={collection.id}>
                <CollectionCard collection={collection} level={3} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {isCreating ? (
        <CollectionDetailsDialog
          title="New collection"
          action="Create"
          save={(cover) => call(addCollection, { body: cover })}
          onSaved={({ id }) => {
            refreshCollections(queryClient);
            void navigate({ to: '/collections/$collectionId', params: { collectionId: id } });
          }}
          onClosed={() => setCreating(false)}
        />
      ) : null}
    </PageShell>
  );
}

function CollectionCard({ collection, level }: { collection: ListedCollection; level: 2 | 3 }) {
  const { id, name, description, color, promptCount, firstTitles, updatedAt } = collection;
  const { now, timeZone } = useClock();
  const Heading = `h${level}` as const;
  return (
    <article className={styles.shelf}>
      <span className={collectionColorClass(color, styles.cover)} />
      <Heading className={styles.name} dir="auto">
        <Link to="/collections/$collectionId" params={{ collectionId: id }} className={styles.link}>
          {name}
        </Link>
      </Heading>
      {description ? (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      ) : null}
      {firstTitles.length > 0 ? (
        <ul className={styles.titles} aria-label="First prompts">
          {firstTitles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      ) : null}
      <p className={styles.foot}>
        <span>{countWithNoun(promptCount, 'prompt')}</span>
        <span>
          Changed{' '}
          <time dateTime={updatedAt}>
            {relativeDate(Date.parse(updatedAt), now, timeZone).replace('Today', 'today')}
          </time>
        </span>
        <Sharing collection={collection} />
      </p>
    </article>
  );
}

const VISIBILITY = {
  private: { Icon: Lock, text: 'Private' },
  link: { Icon: Link2, text: 'Shared by link' },
  public: { Icon: Globe, text: 'Public' },
};

function Sharing({ collection: { visibility, isHidden, team, by } }: { collection: Collection }) {
  if (isHidden) return <span className={styles.sharing}>Hidden by our team</span>;
  const { Icon, text } = VISIBILITY[visibility];
  return (
    <>
      {team && visibility === 'private' ? null : (
        <span className={styles.sharing}>
          <Icon {...ICON} />
          {text}
        </span>
      )}
      {team ? (
        <span className={styles.sharing}>
          <Users {...ICON} />
          <bdi>{by === null ? team.name : `${by} · ${team.name}`}</bdi>
        </span>
      ) : null}
    </>
  );
}

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;
