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
const IN_FORCE = { machine: '2026-11-24', text: 'November 24, 2026' };

export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <PageShell hasNotice={false}>
      <Prose className={styles.page}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <p className={styles.date}>
          In force since <time dateTime={IN_FORCE.machine}>{IN_FORCE.text}</time>.
        </p>
        {children}
      </Prose>
    </PageShell>
  );
}
