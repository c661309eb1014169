import { Link } from '@tanstack/react-router';
import type { ModerationCase } from '#contract/admin-moderation.ts';
import { REPORT_REASON_NAMES } from '#contract/report-reasons.ts';
import { utcMinute } from '../utc-minute.ts';
import styles from './moderation-page.module.css';

/** Who reported it, when and why. */
export function Reports({ reports }: Pick<ModerationCase, 'reports'>) {
  return (
    <ul className={styles.reports}>
      {reports.map(({ by, reason, details, at }) => (
        <li key={by.id}>
          <strong>{REPORT_REASON_NAMES[reason]}</strong>
          {details ? `: ${details}` : ''}
          <br />
          Reported by{' '}
          <Link to="/admin/members/$memberId" params={{ memberId: by.id }}>
            {by.name}
          </Link>
          , {utcMinute(at)} UTC
        </li>
      ))}
    </ul>
  );
}
