/** The public interface of recents: recording a use, when prompts were used, the source of a list of them, and the archive of a member's data. */
export { exportRecents } from './recents.personal-data.queries.ts';
export { findUseTimes, recentsOf, recordUse } from './recents.queries.ts';
