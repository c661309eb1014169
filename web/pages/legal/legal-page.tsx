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
const EFFECTIVE_DATE = { machine: '2026-11-29', text: 'November 29, 2026' };

export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <PageShell hasVisitorBanner={false}>
      <Prose className={styles.page}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <p className={styles.date}>
          Effective <time dateTime={EFFECTIVE_DATE.machine}>{EFFECTIVE_DATE.text}</time>.
        </p>
        {children}
      </Prose>
    </PageShell>
  );
}
