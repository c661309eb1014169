import { strToU8, zipSync } from 'fflate';
import type { Db } from '#server/core/database/pool.ts';
import { readPayments, readStatus } from '../billing/billing.public.ts';
import { readCollectionReports, readCollections } from '../collections/collections.public.ts';
import { readComments, readCommentVotes, readReports } from '../comments/comments.public.ts';
import { readFavorites } from '../favorites/favorites.public.ts';
import { readMemberNotices } from '../notices/notices.public.ts';
import { readGrants } from '../oauth/oauth.public.ts';
import { readOrders } from '../orders/orders.public.ts';
import { readCopies, readPromptGrants } from '../prompts/prompts.public.ts';
import { readRecents } from '../recents/recents.public.ts';
import { readSavedValues } from '../saved-values/saved-values.public.ts';
import { readRequests } from '../search/search.public.ts';
import { readTickets } from '../support/support.public.ts';
import { readTeams } from '../teams/teams.public.ts';
import { readTokens } from '../tokens/tokens.public.ts';
import { readVotes } from '../votes/votes.public.ts';
import { findMailChoices, readDevices, readMail } from './account.mail.queries.ts';
import { findAccount, readFromStaff, readLastActiveDay, readSessions } from './account.settings.queries.ts';

const README = `What Promptarium stores about you.

account.json   who you are, where you are signed in, your tokens and connected apps, what you pay, what our
               team or an order opened to you, and which emails and notices you got
activity.json  favorites, collections, saved values, teams, votes, copies, recent prompts, searches you asked prompts for, comments, reports
orders.json    prompts you ordered, with what was delivered
tickets.json   what you asked our team, with the answers
comments.md    your comments
prompts/       the prompts that were written for you

Other values you filled in are remembered by your browser alone and are not here.
`;

/** Everything stored about a member, as files of one ZIP. */
export async function writeArchive(db: Db, memberId: string): Promise<Uint8Array> {
  const [account, sessions, tokens, apps, subscription] = await Promise.all([
    findAccount(db, memberId),
    readSessions(db, memberId),
    readTokens(db, memberId),
    readGrants(db, memberId),
    readStatus(db, memberId),
  ]);
  const [favorites, votes, copies, recents, requests] = await Promise.all([
    readFavorites(db, memberId),
    readVotes(db, memberId),
    readCopies(db, memberId),
    readRecents(db, memberId),
    readRequests(db, memberId),
  ]);
  const [comments, commentVotes, reports, orders] = await Promise.all([
    readComments(db, memberId),
    readCommentVotes(db, memberId),
    readReports(db, memberId),
    readOrders(db, memberId),
  ]);
  const [collections, collectionReports, savedValues, teams] = await Promise.all([
    readCollections(db, memberId),
    readCollectionReports(db, memberId),
    readSavedValues(db, memberId),
    readTeams(db, memberId),
  ]);
  const tickets = await readTickets(db, memberId);
  const payments = await readPayments(db, memberId);
  const promptGrants = await readPromptGrants(db, memberId);
  const fromStaff = await readFromStaff(db, memberId);
  const lastActiveOn = await readLastActiveDay(db, memberId);
  const mail = {
    choices: await findMailChoices(db, memberId),
    sent: await readMail(db, memberId),
    devices: await readDevices(db, memberId),
    notices: await readMemberNotices(db, memberId),
  };
  const activity = { favorites, collections, savedValues, teams, votes, copies, recents, requests };
  const discussion = { comments, commentVotes, reports, collectionReports };
  const files: Record<string, string> = {
    'README.txt': README,
    'account.json': json({
      ...{ account, fromStaff, lastActiveOn, sessions, tokens, apps },
      ...{ subscription, payments, promptGrants, mail },
    }),
    'activity.json': json({ ...activity, ...discussion }),
    'orders.json': json(orders),
    'tickets.json': json(tickets),
    'comments.md': comments.map(commentAsMarkdown).join('\n'),
    ...Object.fromEntries(
      orders.flatMap(({ deliveries }) =>
        deliveries.map(({ id, title, content }) => [`prompts/${id}.md`, `# ${title}\n\n${content}\n`]),
      ),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function commentAsMarkdown({
  promptTitle,
  promptId,
  postedAt,
  content,
}: Awaited<ReturnType<typeof readComments>>[number]): string {
  return `## ${promptTitle}\n\n${postedAt.toISOString()} · /prompt/${promptId}\n\n${content}\n`;
}
