import type { ReactNode } from 'react';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { Prose } from '#web/ui/text/prose.tsx';
import styles from './legal-page.module.css';

interface LegalPageProps {
  title: string;
  /** A one-sentence summary. */
  lead: string;
  children: ReactNode;
}

/** Day the texts last changed in meaning. */
const EFFECTIVE_DATE = { machine: '2026-11-24', text: 'November 24, 2026' };

export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <PageShell hasVisitorBanner={false}>
      <Prose className={styles.page}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <p className={styles.date}>
          In force since <time dateTime={EFFECTIVE_DATE.machine}>{EFFECTIVE_DATE.text}</time>.
        </p>
        {children}
      </Prose>
    </PageShell>
  );
}
