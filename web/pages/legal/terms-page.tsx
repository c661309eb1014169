import { Link } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { LIMITS } from '#contract/limits.ts';
import { useTax } from '#web/api/tax.ts';
import { PlanList } from '#web/features/plans/plan-list.tsx';
import { TAX_SENTENCES } from '#web/features/plans/tax-sentences.ts';
import { LegalPage } from './legal-page.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      lead={`What you and we agree to when you use ${BRAND.name}, in plain language.`}
    >
      <AccountAndPrompts />
      <PlansAndPayment />
      <h2>How to behave here</h2>
      <p>Please do not:</p>
      <ul>
        <li>
          copy the library in bulk, or scrape it beyond what the <Link to="/docs/api">API</Link> and its
          limits allow;
        </li>
        <li>get around tiers, limits or sign-in, or help others do so;</li>
        <li>
          post comments or share collections that are unlawful, hateful or promotional, or that reveal other
          people’s personal data;
        </li>
        <li>do anything that harms the service or those who use it.</li>
      </ul>
      <p>
        We may remove such comments and collections and, after a warning where one makes sense, close the
        account behind them. If you think we got it wrong, <Link to="/contact">write to us</Link>.
      </p>
      <h2>What we promise and what we don’t</h2>
      <p>
        We write the prompts with care, but an AI model answers them, and answers can be wrong. Check them
        before you act on them. Prompts about health, money and law are not medical, financial or legal
        advice.
      </p>
      <p>
        The service is provided as is. We work to keep it running and your data safe, but we can’t promise it
        will never go down. Nothing here limits your consumer rights under the law of your country.
      </p>
      <h2>Ending and changing</h2>
      <p>
        You can stop using {BRAND.name} whenever you like. When the meaning of these terms changes, so does
        the date above. We announce a change that affects a plan you pay for before it takes effect, and you
        may cancel first. What we store about you is described in the{' '}
        <Link to="/privacy">Privacy Policy</Link>.
      </p>
    </LegalPage>
  );
}

function AccountAndPrompts() {
  return (
    <>
      <h2>Your account</h2>
      <p>
        Browsing and searching need no account. To copy, save, vote and comment, you sign in with a Google
        account; {BRAND.name} has no passwords of its own. One account per person. You’re responsible for what
        happens under yours.
      </p>
      <h2>Using the prompts</h2>
      <p>
        You may use every prompt you can read, at work and at home, change it as you like, and keep what AI
        models make of it. You may not resell the prompts or publish them as a library of your own.
      </p>
      <p>
        Comments and collections stay yours. By posting a comment, you allow us to show it next to its prompt;
        by sharing a collection, you allow us to show it at its address. We stop showing it when you remove
        it.
      </p>
      <p>
        You’re responsible for what your tokens and connected apps do here. Keep tokens secret, and end those
        you no longer need on your <Link to="/account">Account</Link> page.
      </p>
    </>
  );
}

function PlansAndPayment() {
  const tax = useTax() ?? 'none';
  return (
    <>
      <h2>Plans and payment</h2>
      <p>Signing in is free and opens every basic prompt. Beyond that there are these plans:</p>
      <PlanList />
      <p>
        {TAX_SENTENCES[tax]} Payments are taken by Stripe; we never see or store a card number. A monthly plan
        renews each month until you cancel it.
      </p>
      <ul>
        <li>
          <strong>Cancel</strong> at any time. You keep what you paid for until the end of your billing month,
          and nothing is charged after that. Until then you can resume.
        </li>
        <li>
          <strong>Upgrades</strong> start immediately, and you see the amount due before you agree;{' '}
          <strong>downgrades</strong> start at the end of your billing month.
        </li>
        <li>
          <strong>Refunds.</strong> We don’t refund part-used months, except where the law requires it or
          where we failed to deliver. A charge made by mistake is always refunded. Write to us, within{' '}
          {LIMITS.refundDays} days of the payment if you can: later refunds take longer.
        </li>
        <li>
          <strong>A payment that fails</strong> leaves your plan open for seven days so you can fix it. After
          that the account goes back to basic prompts.
        </li>
        <li>
          <strong>The free trial</strong> is seven days of Pro, without a card, once per Google account. It
          ends automatically and charges nothing.
        </li>
      </ul>
    </>
  );
}
