import styles from './what-happens-next.module.css';

/** The way of a message, next to its form. */
export function WhatHappensNext({ isVisitor }: { isVisitor: boolean }) {
  return (
    <section aria-labelledby="what-happens-next" className={styles.next}>
      <h2 id="what-happens-next">What happens next</h2>
      <ol>
        {isVisitor ? <li>Open the link in our email: only then is your message sent.</li> : null}
        <li>A person reads your message and answers.</li>
        <li>
          {isVisitor
            ? 'You get the answer by email. The same link shows it, and you can reply there.'
            : 'You get the answer by email and under your notices, and can reply on the message’s page.'}
        </li>
      </ol>
    </section>
  );
}
