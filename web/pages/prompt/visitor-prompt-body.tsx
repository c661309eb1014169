import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import LogIn from 'lucide-react/icons/log-in';
import MessageSquare from 'lucide-react/icons/message-square';
import { useEffect } from 'react';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { PromptMetadata } from '#web/features/prompts/reader/prompt-metadata.tsx';
import { keepFragment } from '#web/features/prompts/share/shared-values.ts';
import { visitorAccess } from '#web/features/prompts/upgrade/visitor-access.ts';
import { LOGGED_OUT, LOGGED_OUT_MILLISECONDS } from '#web/layout/session/end-session.ts';
import { useSignInRedirect } from '#web/layout/use-sign-in-redirect.ts';
import { paths } from '#web/paths.ts';
import { useHydrated } from '#web/ui/behavior/use-hydrated.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import styles from './prompt-page.module.css';
import { PromptPageHeader } from './prompt-page-header.tsx';

/** What anybody may know of a prompt, for crawlers and readers without scripts; others sign in after 500 ms. */
export function VisitorPromptBody({ id }: { id: string }) {
  const { data: prompt } = useSuspenseQuery(promptCardQuery(id));
  const fragment = useHydrated() ? location.hash : '';
  // A link to a comment, of a mail for instance, is kept.
  const returnUrl = `${paths.prompt(id)}${fragment.startsWith('#comment-') ? fragment : ''}`;
  // Shared values are not in the return address: that goes to the server.
  useEffect(() => keepFragment(id, location.hash), [id]);
  useSignInRedirect({ message: LOGGED_OUT, returnUrl, delayMilliseconds: LOGGED_OUT_MILLISECONDS });
  if (!prompt) return null;
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PromptPageHeader prompt={prompt} />
        <p className={styles.counts}>
          <IconCount value={prompt.favoriteCount} noun="favorite" icon={Heart} />
          <IconCount value={prompt.upvotes} noun="upvote" icon={ArrowBigUp} />
          <IconCount value={prompt.copyCount} noun="copy" icon={Copy} />
          <IconCount value={prompt.commentCount} noun="comment" icon={MessageSquare} />
        </p>
        <section className={styles.upgrade} aria-labelledby="sign-in-title">
          <div className={styles.upgradeHead}>
            <h2 id="sign-in-title" className={styles.upgradeTitle}>
              {prompt.tier === 'basic' ? 'Sign in to read and copy' : 'Sign in to continue'}
            </h2>
            <p className={styles.upgradeText}>{visitorAccess(prompt)}</p>
          </div>
          <p className={styles.upgradeFoot}>
            <Link to="/login" search={{ returnUrl }} className={buttonClass()}>
              <LogIn aria-hidden />
              Sign In
            </Link>
          </p>
        </section>
      </div>
      <div className={styles.rail}>
        <PromptMetadata prompt={prompt} />
      </div>
    </div>
  );
}
