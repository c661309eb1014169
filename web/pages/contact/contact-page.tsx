import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { type ListedTicket, TICKET_TOPICS } from '#contract/support.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { ticketsQuery } from '#web/features/support/support.queries.ts';
import { STATE_NAMES } from '#web/features/support/ticket-states.ts';
import { HomeLink } from '#web/layout/home-link.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { Prose } from '#web/ui/text/prose.tsx';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';
import { WhatHappensNext } from './what-happens-next.tsx';

// One file for the browser to fetch.
export { loadContact } from './load-contact.ts';

const route = getRouteApi('/contact/');

/** Writing to the team, and what a member wrote before. */
export function ContactPage() {
  const user = useUser();
  const { topic, prompt, order } = route.useSearch();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <HomeLink />
      <Prose>
        <h1>Contact</h1>
        {sentTo !== null ? null : (
          <p>
            Write to us and a person will answer, usually within {LIMITS.answerBusinessDays} business days.
            The <Link to="/help">help page</Link> may have your answer already.
          </p>
        )}
      </Prose>
      <div className={styles.columns}>
        <ContactForm
          key={user?.id ?? 'visitor'}
          topic={topic}
          promptId={prompt}
          // Nobody else can have one.
          orderId={user ? order : undefined}
          memberId={user?.id ?? null}
          sentTo={sentTo}
          onSent={setSentTo}
        />
        <div className={styles.aside}>
          <WhatHappensNext isVisitor={!user} />
          {user ? <OwnTickets /> : null}
        </div>
      </div>
    </PageShell>
  );
}

function OwnTickets() {
  const { data: tickets = [] } = useQuery(ticketsQuery());
  if (tickets.length === 0) return null;
  return (
    <section aria-labelledby="own-tickets" className={styles.own}>
      <h2 id="own-tickets">Your messages</h2>
      <ul>
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} />
        ))}
      </ul>
    </section>
  );
}

function TicketRow({ ticket: { id, topic, state, updatedAt, excerpt } }: { ticket: ListedTicket }) {
  return (
    <li className={styles.row}>
      <Link to="/contact/$id" params={{ id }}>
        {TICKET_TOPICS[topic]}
      </Link>
      <span className={styles.excerpt}>{excerpt}</span>
      <span className={styles.meta}>
        <StateBadge tone={state === 'answered' ? 'mark' : undefined}>{STATE_NAMES[state]}</StateBadge>
        <RelativeDate date={updatedAt} />
      </span>
    </li>
  );
}
