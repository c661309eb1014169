import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { OAuthScope } from '#contract/oauth-scopes.ts';
import type { Db } from '#server/core/database/pool.ts';
import { hashToken, newToken } from '#server/core/sessions/sessions.ts';
import { newAccessToken } from '#server/core/sessions/tokens.ts';
import { redirectHost } from './oauth.redirects.ts';

/** A code is exchanged at once, by the program the browser was sent to. */
const CODE_SECONDS = 120;

export const ACCESS_SECONDS = 3600;

/** A grant ends this long after its last refresh, and this long after the consent. Days. */
const IDLE_DAYS = 90;
const GRANT_DAYS = 365;

/** For so long a refresh token that was replaced is answered again. */
const REPEAT_SECONDS = 60;

const REFRESH_PREFIX = 'prmr_';
const SECRET = '[A-Za-z0-9_-]{43}';
/** Of the grant, then of this refresh. */
const REFRESH_FORM = new RegExp(`^${REFRESH_PREFIX}(${SECRET})(${SECRET})$`);

export interface Consent {
  memberId: string;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  scopes: readonly OAuthScope[];
  resource: string;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  scopes: string[];
  memberId: string;
}

/** What came of using a code or a refresh token. `reused` has ended the grant of this member. */
export type Exchange =
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'refused' }
  | { kind: 'reused'; memberId: string };

const REFUSED: Exchange = { kind: 'refused' };

/**
 * Stores a consent under the code that is exchanged for it; the code is not stored.
 * @returns undefined when the member has connected as many apps as they may
 */
export async function addCode(db: Db, consent: Consent): Promise<string | undefined> {
  const code = newToken();
  const { memberId, clientId, redirectUri, codeChallenge, scopes, resource } = consent;
  return await db.transaction().execute(async (transaction) => {
    await sql`select from users where id = ${memberId} for update`.execute(transaction);
    const { numAffectedRows } = await sql`
      insert into oauth_codes
        (code_hash, user_id, client_id, redirect_uri, code_challenge, scopes, resource, expires_at)
      select ${hashToken(code)}, ${memberId}, ${clientId}, ${redirectUri}, ${codeChallenge}, ${scopes}, ${resource},
        now() + make_interval(secs => ${sql.lit(CODE_SECONDS)})
      where (select count(*) from oauth_grants where user_id = ${memberId} and expires_at > now())
        + (select count(*) from oauth_codes where user_id = ${memberId} and grant_id is null and expires_at > now())
        < ${SERVER_LIMITS.grants}`.execute(transaction);
    if ((numAffectedRows ?? 0n) === 0n) return undefined;
    await sql`update oauth_clients set used_at = now() where id = ${clientId}`.execute(transaction);
    return code;
  });
}

interface CodeRow {
  memberId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  codeChallenge: string;
  scopes: string[];
  resource: string;
  grantId: string | null;
  isAlive: boolean;
}

interface CodeUse {
  code: string;
  clientId: string;
  /** OAuth 2.1 asks for none here any more; who sends one has to send the right one. */
  redirectUri: string | undefined;
  verifier: string;
  resource: string;
}

/**
 * Exchanges a code, once: what fails has used it up, and a second use ends what the first one gave (OAuth 2.1 section
 * 4.1.3).
 */
export async function exchangeCode(db: Db, use: CodeUse): Promise<Exchange> {
  const hash = hashToken(use.code);
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<CodeRow>`
      select o.user_id as "memberId", o.client_id as "clientId", c.name as "clientName",
        o.redirect_uri as "redirectUri", o.code_challenge as "codeChallenge", o.scopes, o.resource,
        o.grant_id as "grantId", o.expires_at > now() and not p.is_suspended as "isAlive"
      from oauth_codes o join oauth_clients c on c.id = o.client_id join member_plans p on p.user_id = o.user_id
      where o.code_hash = ${hash} for update of o`.execute(transaction);
    const [row] = rows;
    if (row === undefined) return REFUSED;
    if (row.grantId !== null) {
      await sql`delete from oauth_grants where id = ${row.grantId}`.execute(transaction);
      return { kind: 'reused', memberId: row.memberId };
    }
    if (!row.isAlive || !matchesRequest(row, use)) {
      await sql`delete from oauth_codes where code_hash = ${hash}`.execute(transaction);
      return REFUSED;
    }
    const family = newToken();
    const secret = newToken();
    const { rows: grants } = await sql<{ id: string }>`
      insert into oauth_grants
        (user_id, client_id, client_name, redirect_host, scopes, resource, family_hash, refresh_hash, expires_at)
      values (${row.memberId}, ${row.clientId}, ${row.clientName}, ${redirectHost(row.redirectUri)}, ${row.scopes},
        ${row.resource}, ${hashToken(family)}, ${hashToken(secret)},
        now() + make_interval(days => ${sql.lit(IDLE_DAYS)}))
      returning id`.execute(transaction);
    const [grant] = grants;
    if (grant === undefined) throw new Error('insert returns its row');
    await sql`update oauth_codes set grant_id = ${grant.id} where code_hash = ${hash}`.execute(transaction);
    const { memberId, scopes, clientName } = row;
    const accessToken = await addAccessToken(transaction, {
      grantId: grant.id,
      memberId,
      scopes,
      clientName,
    });
    const refreshToken = `${REFRESH_PREFIX}${family}${secret}`;
    return { kind: 'tokens', tokens: { accessToken, refreshToken, scopes, memberId } };
  });
}

/** RFC 7636 section 4.6, and all else a code is bound to. */
function matchesRequest(row: CodeRow, { clientId, redirectUri, verifier, resource }: CodeUse): boolean {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return (
    row.clientId === clientId &&
    row.codeChallenge === challenge &&
    row.resource === resource &&
    (redirectUri === undefined || row.redirectUri === redirectUri)
  );
}

interface GrantRow {
  id: string;
  memberId: string;
  clientName: string;
  scopes: string[];
  isLast: boolean;
  /** What the part after this one was made of, while its answer may be given again. */
  repeatSalt: Buffer | null;
  isAlive: boolean;
}

/**
 * Replaces a refresh token. One that was replaced already is in two hands: the grant ends (OAuth 2.1 section 4.3.1). Not
 * within a minute: then an answer was lost, or two processes of one app share what it stores, and it is given the same
 * refresh token with another access token.
 * @param use.scopes fewer than the grant has, for the access token; undefined for all
 */
export async function exchangeRefreshToken(
  db: Db,
  use: { refreshToken: string; clientId: string; resource: string; scopes: readonly string[] | undefined },
): Promise<Exchange | { kind: 'exceeds' }> {
  const [, family, secret] = REFRESH_FORM.exec(use.refreshToken) ?? [];
  if (family === undefined || secret === undefined) return REFUSED;
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<GrantRow>`
      select g.id, g.user_id as "memberId", g.client_name as "clientName", g.scopes,
        g.refresh_hash = ${hashToken(secret)} as "isLast",
        case when g.previous_hash = ${hashToken(secret)}
          and g.refreshed_at > now() - make_interval(secs => ${sql.lit(REPEAT_SECONDS)})
          then g.refresh_salt end as "repeatSalt",
        g.expires_at > now() and not p.is_suspended as "isAlive"
      from oauth_grants g join member_plans p on p.user_id = g.user_id
      where g.family_hash = ${hashToken(family)} and g.client_id = ${use.clientId}
        and g.resource = ${use.resource} for update of g`.execute(transaction);
    const [grant] = rows;
    if (grant === undefined || !grant.isAlive) return REFUSED;
    if (!grant.isLast && grant.repeatSalt === null) {
      await sql`delete from oauth_grants where id = ${grant.id}`.execute(transaction);
      return { kind: 'reused', memberId: grant.memberId };
    }
    const scopes = use.scopes === undefined ? grant.scopes : [...use.scopes];
    if (scopes.length === 0 || scopes.some((scope) => !grant.scopes.includes(scope)))
      return { kind: 'exceeds' };
    const salt = grant.repeatSalt ?? randomBytes(32);
    const next = secretAfter(secret, salt);
    if (grant.repeatSalt === null) {
      await sql`
        update oauth_grants set refresh_hash = ${hashToken(next)}, previous_hash = refresh_hash,
          refresh_salt = ${salt}, refreshed_at = now(),
          expires_at = least(now() + make_interval(days => ${sql.lit(IDLE_DAYS)}),
            created_at + make_interval(days => ${sql.lit(GRANT_DAYS)}))
        where id = ${grant.id}`.execute(transaction);
    }
    const { id: grantId, memberId, clientName } = grant;
    const accessToken = await addAccessToken(transaction, { grantId, memberId, scopes, clientName });
    const refreshToken = `${REFRESH_PREFIX}${family}${next}`;
    return { kind: 'tokens', tokens: { accessToken, refreshToken, scopes, memberId } };
  });
}

/** As hard to guess as a new one: without the salt, which stays here, nobody makes it, and nobody without the secret. */
const secretAfter = (secret: string, salt: Buffer) =>
  createHash('sha256').update(secret).update(salt).digest('base64url');

async function addAccessToken(
  db: Db,
  token: { grantId: string; memberId: string; scopes: readonly string[]; clientName: string },
): Promise<string> {
  const accessToken = newAccessToken();
  await sql`
    insert into tokens (token_hash, user_id, name, scopes, last_four, expires_at, grant_id)
    values (${hashToken(accessToken)}, ${token.memberId}, ${token.clientName}, ${token.scopes},
      ${accessToken.slice(-4)}, now() + make_interval(secs => ${sql.lit(ACCESS_SECONDS)}), ${token.grantId})`.execute(
    db,
  );
  return accessToken;
}

/**
 * Ends the grant of an access or refresh token of this client (RFC 7009 section 2.1).
 * @returns whose it was; undefined when there is nothing to end
 */
export async function revokeByToken(db: Db, token: string, clientId: string): Promise<string | undefined> {
  const [, family] = REFRESH_FORM.exec(token) ?? [];
  const { rows } = await sql<{ memberId: string }>`
    delete from oauth_grants g
    where g.client_id = ${clientId} and (g.family_hash = ${hashToken(family ?? '')}
      or g.id = (select t.grant_id from tokens t where t.token_hash = ${hashToken(token)}))
    returning g.user_id as "memberId"`.execute(db);
  return rows[0]?.memberId;
}
