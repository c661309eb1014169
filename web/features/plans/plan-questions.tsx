import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { useTax } from '#web/api/tax.ts';
import styles from './plan-questions.module.css';
import { TAX_SENTENCES } from './tax-sentences.ts';

/** What people ask before they pay. The terms say the same at length. */
export function PlanQuestions() {
  const tax = useTax() ?? 'none';
  return (
    <dl className={styles.questions}>
      <Question text="Can I cancel?">
        Anytime, on your subscription page. You keep your plan until the end of the month you paid for, and
        nothing is charged after that.
      </Question>
      <Question text="Can I change plans?">
        Upgrades start immediately; downgrades at the end of your billing month. You see what is due before
        you agree.
      </Question>
      <Question text="Can I get a refund?">
        We don’t refund part-used months, except where the law requires it or where we failed to deliver. A
        charge made by mistake is always refunded.
      </Question>
      <Question text="How does the free trial work?">
        {LIMITS.trialDays} days of Pro, no card, no charge. Ends automatically. One trial per Google account.
      </Question>
      <Question text="Is tax added?">
        {tax === 'added' ? 'Yes' : 'No'}. {TAX_SENTENCES[tax]} Where a list price is crossed out, “You pay” is{' '}
        {tax === 'added' ? 'the price' : 'what'} you’re charged.
      </Question>
      <Question text="Who sees my card?">
        Only Stripe, our payment provider. We never see or store your card number. More in our{' '}
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
