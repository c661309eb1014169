import { Link } from '@tanstack/react-router';
import type { ReportedAuthor } from '#contract/admin-moderation.ts';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import styles from './moderation-page.module.css';

/** From so many removed comments and collections on, a member stands out. */
const REPEATED = 2;

/** Who wrote what was reported, and what was reported of them at all. */
export function Author({ author }: { author: ReportedAuthor }) {
  const { id, name, memberSince, isSuspended, reported, removed } = author;
  return (
    <p className={styles.author}>
      <span>
        By{' '}
        <Link to="/admin/members/$memberId" params={{ memberId: id }}>
          {name}
        </Link>
        , member since {memberSince.slice(0, 10)}. Reported so far: {reported}, removed: {removed}.
      </span>
      {removed >= REPEATED ? <StateBadge tone="danger">repeat offender</StateBadge> : null}
      {isSuspended ? <StateBadge tone="danger">suspended</StateBadge> : null}
    </p>
  );
}
