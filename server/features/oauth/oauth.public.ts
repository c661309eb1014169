/** OAuth as other features need it: what its tokens are for, a member's grants for their archive, and to end them all. */

export { readGrants, removeGrants } from './oauth.member-data.queries.ts';
export { mcpResource } from './oauth.metadata.ts';
