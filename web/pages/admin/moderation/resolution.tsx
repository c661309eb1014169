import type { ModerationCase } from '#contract/admin-moderation.ts';
import { utcMinute } from '../utc-minute.ts';

/** What was decided, and when; who and why is in the audit log. */
export function Resolution({ resolution, resolvedAt }: Pick<ModerationCase, 'resolution' | 'resolvedAt'>) {
  if (resolution === null) return null;
  return (
    <p>
      Resolved: {resolution}
      {resolvedAt === null ? '' : `, ${utcMinute(resolvedAt)} UTC`}.
    </p>
  );
}
