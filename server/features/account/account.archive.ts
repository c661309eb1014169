import { strToU8, zipSync } from 'fflate';
import type { Db } from '#server/core/database/pool.ts';
import { readPayments, readStatus } from '../billing/billing.public.ts';
import { exportCollectionReports, exportCollections } from '../collections/collections.public.ts';
import { exportComments, exportCommentVotes, exportReports } from '../comments/comments.public.ts';
import { exportFavorites } from '../favorites/favorites.public.ts';
import { exportNotices } from '../notices/notices.public.ts';
import { exportGrants } from '../oauth/oauth.public.ts';
import { exportOrders } from '../orders/orders.public.ts';
import { exportCopies, exportPromptGrants } from '../prompts/prompts.public.ts';
import { exportRecents } from '../recents/recents.public.ts';
import { exportSavedValues } from '../saved-values/saved-values.public.ts';
import { exportPromptRequests } from '../search/search.public.ts';
import { exportTickets } from '../support/support.public.ts';
import { exportTeams } from '../teams/teams.public.ts';
import { exportTokens } from '../tokens/tokens.public.ts';
import { exportVotes } from '../votes/votes.public.ts';
import { findMailChoices, readDevices, readMail } from './account.mail.queries.ts';
import {
  exportIdentityAndStaffChanges,
  findAccount,
  readLastActiveDay,
  readSessions,
} from './account.settings.queries.ts';

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
    exportTokens(db, memberId),
    exportGrants(db, memberId),
    readStatus(db, memberId),
  ]);
  const [favorites, votes, copies, recents, requests] = await Promise.all([
    exportFavorites(db, memberId),
    exportVotes(db, memberId),
    exportCopies(db, memberId),
    exportRecents(db, memberId),
    exportPromptRequests(db, memberId),
  ]);
  const [comments, commentVotes, reports, orders] = await Promise.all([
    exportComments(db, memberId),
    exportCommentVotes(db, memberId),
    exportReports(db, memberId),
    exportOrders(db, memberId),
  ]);
  const [collections, collectionReports, savedValues, teams] = await Promise.all([
    exportCollections(db, memberId),
    exportCollectionReports(db, memberId),
    exportSavedValues(db, memberId),
    exportTeams(db, memberId),
  ]);
  const tickets = await exportTickets(db, memberId);
  const payments = await readPayments(db, memberId);
  const promptGrants = await exportPromptGrants(db, memberId);
  const fromStaff = await exportIdentityAndStaffChanges(db, memberId);
  const lastActiveOn = await readLastActiveDay(db, memberId);
  const mail = {
    choices: await findMailChoices(db, memberId),
    sent: await readMail(db, memberId),
    devices: await readDevices(db, memberId),
    notices: await exportNotices(db, memberId),
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
        // A locked one has no text.
        deliveries
          .filter(({ content }) => content !== '')
          .map(({ id, title, content }) => [`prompts/${id}.md`, `# ${title}\n\n${content}\n`]),
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
}: Awaited<ReturnType<typeof exportComments>>[number]): string {
  return `## ${promptTitle}\n\n${postedAt.toISOString()} · /prompt/${promptId}\n\n${content}\n`;
}
