import { memberQuery } from '#web/features/admin/admin.queries.ts';
import { idOf, type StaffLoader, staffData } from '../staff-data.ts';

export const loadMember: StaffLoader = ({ context: { queryClient }, params }) =>
  staffData(queryClient.fetchQuery(memberQuery(idOf(params['memberId']))));
