import { CopyButton } from '#web/ui/copy-button.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import styles from './demo-card.module.css';

/** What the Copy button takes: the card's text, word for word. */
const TEXT = `You are a chief of staff with a talent for plain English.
Read the transcript and write a brief that fits on one page.

**Write these sections, in this order**
- Decisions — one line each, past tense
- Actions — [owner], [task], due [date]`;

/**
 * A prompt in miniature, written for this page: the library's own text is never shown to visitors
 * (DECISIONS 14). The copies are not counted, so none are claimed.
 */
export function DemoCard() {
  return (
    <article>
      <header className={styles.top}>
        <span className={styles.call} aria-hidden="true">
          100.142 MEE
        </span>
        <TierBadge tier="basic" />
      </header>
      <div className={styles.body}>
        <h2 className={styles.title}>Turn a meeting transcript into decisions, owners and dates</h2>
        <div className={styles.content}>
          <p>
            You are a chief of staff with a talent for plain English.
            <br />
            Read the transcript and write a brief that fits on one page.
          </p>
          <p className={styles.heading}>Write these sections, in this order</p>
          <ul>
            <li>Decisions — one line each, past tense</li>
            <li>
              Actions — <span className={styles.blank}>[owner]</span>,{' '}
              <span className={styles.blank}>[task]</span>, due <span className={styles.blank}>[date]</span>
            </li>
          </ul>
        </div>
        <div className={styles.foot}>
          <p className={styles.note}>A prompt in miniature. Try it.</p>
          <CopyButton text={TEXT} what="prompt" />
        </div>
      </div>
    </article>
  );
}
