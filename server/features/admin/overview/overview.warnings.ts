import type { Overview } from '#contract/admin-overview.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { JobState } from '#server/core/jobs/job-health.ts';
import type { MailHealth } from '#server/core/mail/mail-health.ts';
import { listIncidents } from '../../billing/billing.public.ts';

interface Health {
  mail: MailHealth;
  jobs: readonly JobState[];
  /** Elsewhere nobody is surprised that no mail is sent. */
  isProduction: boolean;
}

/** What somebody has to look at, from every part of the app that has something to say. */
export async function findWarnings(db: Db, health: Health): Promise<Overview['warnings']> {
  return [...(await billingWarnings(db)), ...mailWarnings(health), ...jobWarnings(health)];
}

function mailWarnings({ mail: { warning, isConfigured }, isProduction }: Health): Overview['warnings'] {
  if (warning === null || !(isConfigured || isProduction)) return [];
  return [{ source: 'Mail', text: warning, incident: null }];
}

function jobWarnings({ jobs }: Health): Overview['warnings'] {
  return jobs.flatMap(({ name, problem }) =>
    problem === null ? [] : [{ source: 'Jobs', text: `${name} ${problem}`, incident: null }],
  );
}

async function billingWarnings(db: Db): Promise<Overview['warnings']> {
  const incidents = await listIncidents(db);
  const refused = incidents.filter(({ kind }) => kind === 'key_refused');
  const warnings: Overview['warnings'] = incidents
    .filter(({ kind }) => kind === 'deleted_account_event')
    .map(({ subject, detail }) => {
      const subjectText = `${subject.startsWith('cus_') ? 'customer' : 'order'} ${subject}`;
      const text = `A payment event (${detail}) of a deleted account, ${subjectText}.`;
      return { source: 'Payments', text, incident: { subject, detail } };
    });
  // A key without one permission is refused for one call, a wrong one for all of them: it is one thing to mend.
  if (refused.length > 0) {
    const calls = refused.map(({ subject, detail, times }) => `${subject} (${detail}, ${times}×)`);
    const text = `The provider refuses our key for ${calls.join(', ')}.`;
    warnings.unshift({ source: 'Payments', text, incident: null });
  }
  return warnings;
}
