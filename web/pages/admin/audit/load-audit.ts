import { AUDIT_ACTS, AUDIT_SUBJECTS } from '#contract/audit.ts';
import { auditQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

/** Of an address, what the list can be filtered by. */
export function auditFilters({ actor, act, subject, target, from, to }: Record<string, string>) {
  return {
    ...(actor ? { actor } : {}),
    ...optionalParam('act', act, AUDIT_ACTS),
    ...optionalParam('subject', subject, AUDIT_SUBJECTS),
    ...(target ? { target } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

export const loadAudit: StaffLoader = ({ context: { queryClient }, deps }) =>
  loadStaffData(queryClient.fetchInfiniteQuery(auditQuery(auditFilters(deps))));
