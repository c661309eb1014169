import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { noticeText } from '#contract/notice-texts.ts';
import type { Notice } from '#contract/notices.ts';
import { authorName } from '#web/features/comments/author.ts';
import { noticesQuery } from '#web/features/notices/notices.queries.ts';
import { useReadNotices } from '#web/features/notices/use-read-notices.ts';
import { changedPromptsQuery } from '#web/features/versions/versions.queries.ts';
import { HomeLink } from '#web/layout/home-link.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useFocusOnNew } from '#web/ui/behavior/use-focus-on-new.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { DateAndTime } from '#web/ui/text/date-and-time.tsx';
import { Day } from '#web/ui/text/day.tsx';
import { countWithNoun, wholeNumber } from '#web/ui/text/format-count.ts';
import { dayText } from '#web/ui/text/format-date.ts';
import styles from './notices-page.module.css';

// One file for the browser to fetch.
export { loadNotices } from './load-notices.ts';

const route = getRouteApi('/account_/notices');

/** What happened for the member, newest first. Its route lets members in only. */
export function NoticesPage() {
  const { data: notices } = useSuspenseQuery(noticesQuery());
  const unread = notices.filter(({ isRead }) => !isRead).length;
  const { mutate: markRead } = useReadNotices();
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <HomeLink />
      <h1>Notices</h1>
      <p className={styles.lead}>
        Choose which ones you also get by email in your{' '}
        <Link to="/account" hash="emails">
          email settings
        </Link>
        .
      </p>
      {notices.length === 0 ? null : (
        <div className={styles.bar}>
          <p role="status">{unread === 0 ? 'No unread notices.' : countWithNoun(unread, 'unread notice')}</p>
          {unread > 0 ? (
            <Button variant="line" onClick={() => markRead(undefined)}>
              Mark all as read
            </Button>
          ) : null}
        </div>
      )}
      {notices.length === 0 ? (
        <EmptyState icon={Bell} title="No notices yet">
          Answers to your questions and comments, custom prompts you ordered, and changes to prompts you
          copied show up here.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Notices">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onRead={() => markRead(notice.id)} />
          ))}
        </ul>
      )}
      <ChangedPrompts />
    </PageShell>
  );
}

function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const { kind, subject, path, copiedOn, reply, createdAt, isRead } = notice;
  const text = noticeText(kind, subject, {
    day: copiedOn === null ? undefined : dayText(copiedOn),
    author: reply?.author ? authorName(reply.author) : undefined,
  });
  return (
    <li className={classNames(styles.notice, !isRead && styles.unread)}>
      <div className={styles.text}>
        {/* Loaded whole: orders need the payment provider, which only their own document lets in. */}
        <a href={path} className={styles.link} onClick={isRead ? undefined : onRead}>
          {isRead ? null : <span className="visually-hidden">Unread: </span>}
          {text}
        </a>
        {reply?.excerpt ? (
          <p className={styles.excerpt} dir="auto">
            {reply.excerpt}
          </p>
        ) : null}
        <span className={styles.date}>
          <DateAndTime date={createdAt} />
        </span>
      </div>
      {isRead ? null : (
        <Button variant="ghost" size="small" onClick={onRead} aria-label={`Mark as read: ${text}`}>
          Mark as read
        </Button>
      )}
    </li>
  );
}

/** Shown of them at first. */
const FIRST_CHANGED = 12;

/** All of them, where a notice names two; the last change first. Of the day it tells of, where one led here. */
function ChangedPrompts() {
  const { data: prompts } = useSuspenseQuery(changedPromptsQuery());
  const { day } = route.useSearch();
  const ofDay = prompts.filter(({ changedAt }) => changedAt.slice(0, 10) === day);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? prompts : ofDay.length > 0 ? ofDay : prompts.slice(0, FIRST_CHANGED);
  const focus = useFocusOnNew<HTMLUListElement>(shown.length);
  if (prompts.length === 0) return null;
  return (
    <section aria-labelledby="changed" className={styles.changed}>
      <h2 id="changed">Changed since you copied</h2>
      <p className={styles.count}>
        {typeof day === 'string' && shown === ofDay ? (
          <>
            {wholeNumber(ofDay.length)} of {countWithNoun(prompts.length, 'prompt')}: changed{' '}
            <Day day={day} />.
          </>
        ) : prompts.length === LIMITS.changedPrompts ? (
          `The latest ${LIMITS.changedPrompts} changes.`
        ) : (
          `${countWithNoun(prompts.length, 'prompt')}.`
        )}
      </p>
      <ul ref={focus.list} className={styles.list}>
        {shown.map(({ id, title, changedAt, changedSinceCopy }) => (
          <li key={id} className={styles.notice}>
            <Link to="/prompt/$id" params={{ id }} className={styles.link} data-item>
              {title}
            </Link>
            {changedSinceCopy ? (
              <>
                <span className={styles.date}>
                  {/* Days of one calendar: a copy is known to its day in UTC. */}
                  {changedAt.startsWith(changedSinceCopy.day) ? (
                    <>
                      Changed <Day day={changedSinceCopy.day} />, after your copy
                    </>
                  ) : (
                    <>
                      Changed <Day day={changedAt.slice(0, 10)} />, copied <Day day={changedSinceCopy.day} />
                    </>
                  )}
                </span>
                <Link
                  to="/prompt/$id/history"
                  params={{ id }}
                  search={{ from: changedSinceCopy.version }}
                  className={styles.changes}
                >
                  What changed<span className="visually-hidden"> in {title}</span>
                </Link>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {shown.length < prompts.length ? (
        <Button
          variant="line"
          onClick={() => {
            focus.expectMore();
            setWhole(true);
          }}
        >
          Show all {prompts.length}
        </Button>
      ) : null}
    </section>
  );
}
