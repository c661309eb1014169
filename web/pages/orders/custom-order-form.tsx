import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import type { User } from '#contract/account.ts';
import { isId } from '#contract/ids.ts';
import { LIMITS } from '#contract/limits.ts';
import { CUSTOM_PROMPT_PLAN, formatPrice } from '#contract/plans.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { useTax } from '#web/api/tax.ts';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';
import { BriefForm } from '#web/features/orders/brief/brief-form.tsx';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { paths } from '#web/paths.ts';
import { PurchaseSummary } from '#web/ui/cards/purchase-summary.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import styles from './custom-order-form.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The brief was just sent: its payment opens at once. */
    isPaying?: true;
  }
}

interface CustomOrderProps {
  user: User;
  /** The engineer prompt it is ordered from, as the address names it. */
  promptId: string | undefined;
}

/**
 * What `/subscribe?tier=engineer` shows a member: the brief, and what it costs. Brings no heading and no way back: the
 * page has them. The payment follows at the order's own address, so that a reload, or coming back days later, finds it.
 */
export function CustomOrderForm({ user, promptId }: CustomOrderProps) {
  const navigate = useNavigate();
  const id = isId(promptId) ? promptId : undefined;
  const { data: prompt } = useQuery({ ...promptCardQuery(id ?? ''), enabled: id !== undefined });
  const { data: settings } = useQuery(billingSettingsQuery());
  const isOffered = prompt?.tier === 'engineer';
  // What is known to be no engineer prompt would only be refused.
  const isMissing = id !== undefined && prompt !== undefined && !isOffered;
  return (
    <div className={styles.columns}>
      <div className={styles.panel}>
        {isMissing ? (
          <Callout className={styles.notice}>
            The prompt you came from can’t be ordered, but you can still send a brief.
          </Callout>
        ) : null}
        {settings && !settings.isConfigured ? (
          <Callout variant="danger">Payment system not configured</Callout>
        ) : (
          <BriefForm
            memberId={user.id}
            promptId={isMissing ? undefined : id}
            onPlaced={(order) =>
              void navigate({ to: '/orders', search: { order: order.id }, state: { isPaying: true } })
            }
          />
        )}
      </div>
      <Summary prompt={isOffered ? prompt : undefined} />
    </div>
  );
}

const TAX_NOTES = {
  none: 'No tax is added.',
  added: 'Tax is added to the price, and shown before you pay.',
  included: 'Tax is included in the price.',
};

function Summary({ prompt }: { prompt: PromptCard | undefined }) {
  const tax = useTax();
  const { name, tier, interval, priceCents, benefits } = CUSTOM_PROMPT_PLAN;
  const price = formatPrice(priceCents);
  const words = tax === 'added' ? ' plus tax' : '';
  return (
    <PurchaseSummary
      label="Order summary"
      name={name}
      tier={tier}
      prices={[
        { name: `Per ${interval}`, value: price },
        { name: 'Billed today', value: `${price} USD${words}` },
        { name: 'Delivery', value: `About ${LIMITS.deliveryBusinessDays} business days` },
      ]}
      note={
        <>
          {TAX_NOTES[tax ?? 'none']} One-time payment, no renewal.
          <a href={paths.orders()} className={styles.orders}>
            My Custom Prompts
          </a>
        </>
      }
      className={styles.summary}
    >
      <ul className={styles.benefits}>
        {benefits.map((benefit) => (
          <Benefit key={benefit}>{benefit}</Benefit>
        ))}
        <Benefit>Changes until you accept it</Benefit>
        {prompt ? <Benefit>“{prompt.title}” opens right away</Benefit> : null}
      </ul>
    </PurchaseSummary>
  );
}

function Benefit({ children }: { children: ReactNode }) {
  return (
    <li className={styles.benefit}>
      <Check size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}
