/** The public interface of the account: for staff, who erase one by the same code. */
export { eraseAccount } from './account.erasure.ts';
