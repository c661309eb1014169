import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef } from 'react';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import styles from './section-index.module.css';
import { useCurrentSection } from './use-current-section.ts';

export interface IndexGroup {
  title: string;
  sections: readonly { id: string; name: string; count?: number }[];
}

/** Links to the sections of the page, with a mark on the one that is being read. */
export function SectionIndex({ groups }: { groups: readonly IndexGroup[] }) {
  const { hash } = useLocation();
  const ids = useMemo(() => groups.flatMap(({ sections }) => sections.map(({ id }) => id)), [groups]);
  const current = useCurrentSection(ids, hash);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = current === undefined ? null : nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!nav.current || !link) return;
    // Not scrollIntoView, which would scroll the page too where the index stands above the text.
    const { offsetTop, offsetHeight } = link;
    const { scrollTop, clientHeight } = nav.current;
    nav.current.scrollTop = Math.min(Math.max(scrollTop, offsetTop + offsetHeight - clientHeight), offsetTop);
  }, [current]);
  return (
    <>
      <nav ref={nav} className={styles.index} aria-label="On this page">
        <GroupList groups={groups} current={current} />
      </nav>
      {/* Where the index does not fit beside the text, the text comes first. Two of them, because the server does not know the width; one is out of sight. */}
      <details className={styles.folded}>
        <DisclosureSummary>On this page</DisclosureSummary>
        <nav className={styles.unfolded} aria-label="On this page">
          <GroupList groups={groups} current={undefined} />
        </nav>
      </details>
    </>
  );
}

interface GroupListProps {
  groups: readonly IndexGroup[];
  current: string | undefined;
}

function GroupList({ groups, current }: GroupListProps) {
  const listId = useId();
  return groups.map(({ title, sections }) => (
    <div key={title}>
      <p id={listId + title} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={listId + title}>
        {sections.map(({ id, name, count }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={classNames(styles.link, id === current && styles.current)}
              {...(id === current ? { 'aria-current': 'location' as const } : {})}
            >
              <span className={styles.name}>{name}</span>
              {count === undefined ? null : <span className={styles.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}
