/** OAuth as other features need it: what its tokens are for, a member's grants for their archive, and to end them all. */

export { mcpResource } from './oauth.metadata.ts';
export { exportGrants, removeGrants } from './oauth.personal-data.queries.ts';
