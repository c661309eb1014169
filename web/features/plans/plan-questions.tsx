import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import styles from './plan-questions.module.css';

/** What people ask before they pay. The terms say the same at length. */
export function PlanQuestions() {
  return (
    <dl className={styles.questions}>
      <Question text="Can I cancel?">
        At any time, on your subscription’s page. You keep what you paid for until the end of the current
        month, and nothing is charged after it.
      </Question>
      <Question text="Can I change plans?">
        Upgrades start immediately; downgrades at the end of your billing month. You see what is due before
        you agree.
      </Question>
      <Question text="Do I get money back?">
        We don’t refund part-used months, except where the law says so or where we failed to deliver. A charge
        made by mistake is always refunded.
      </Question>
      <Question text="How does the free trial work?">
        {LIMITS.trialDays} days of Pro, no card, no charge. Ends automatically. One trial per Google account.
      </Question>
      <Question text="Is tax added?">
        No. Prices are in US dollars, and what you see is what you pay. “You pay” is the price charged where a
        list price is struck.
      </Question>
      <Question text="Who sees my card?">
        Stripe alone, which takes the payments. We never see or store a card number. More in our{' '}
        <Link to="/terms">Terms of Service</Link>.
      </Question>
    </dl>
  );
}

function Question({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.question}>{text}</dt>
      <dd className={styles.answer}>{children}</dd>
    </div>
  );
}
