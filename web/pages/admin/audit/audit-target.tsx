import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#contract/audit.ts';

/** What was acted on, as a link to it where it has a page. */
export function AuditTarget({ subject: { kind, id, name } }: Pick<AuditEntry, 'subject'>) {
  const text = name ?? id;
  // Without a name it is gone.
  if (kind === 'member' && name !== null) {
    return (
      <Link to="/admin/members/$memberId" params={{ memberId: id }}>
        {text}
      </Link>
    );
  }
  if (kind === 'prompt' && name !== null) {
    return (
      <Link to="/prompt/$id" params={{ id }}>
        {text}
      </Link>
    );
  }
  if (kind === 'order') {
    return (
      <Link to="/admin/orders/$orderId" params={{ orderId: id }}>
        {text}
      </Link>
    );
  }
  if (kind === 'ticket') {
    return (
      <Link to="/admin/support/$id" params={{ id }}>
        {text}
      </Link>
    );
  }
  return text;
}
