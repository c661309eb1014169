import { stringify } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import {
  getMailChoices,
  setMailChoices,
  type UnsubscribeLink,
  unsubscribe,
  unsubscribeByLink,
} from '#contract/mail.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { addNavigation } from '#server/core/http/routing/navigation-routes.ts';
import { addRoute, problemResponses } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { UNSUBSCRIBE } from '#server/core/mail/mail-delivery.ts';
import { LinkSigner } from '#server/core/signed-links.ts';
import { endMailGroup, findMailChoices, writeMailChoices } from './account.mail.queries.ts';

interface Dependencies {
  db: Db;
  limits: ActionLimits;
}

/** Which mail a member wants, from the account page and from the mails themselves. */
export async function accountMailRoutes(app: FastifyInstance, { db, limits }: Dependencies): Promise<void> {
  const tag = 'account';

  addRoute(app, getMailChoices, { tag }, ({ viewer }) => findMailChoices(db, viewer.memberId));
  addRoute(app, setMailChoices, { tag, ...limits.of('account') }, async ({ viewer, body }) => {
    await writeMailChoices(db, viewer.memberId, body);
    return body;
  });
  addNavigation(
    app,
    unsubscribeByLink,
    { tag },
    ({ query }) => `/account/unsubscribe?${stringify({ ...query })}`,
  );
  await oneClickRoute(app, db);
}

/** RFC 8058: mail programs post a form, from anywhere and without a session. The signature is what permits it. */
async function oneClickRoute(app: FastifyInstance, db: Db): Promise<void> {
  const signer = new LinkSigner(db);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    );
    scope.route<{ Querystring: UnsubscribeLink }>({
      method: unsubscribe.method,
      url: unsubscribe.url,
      config: { access: unsubscribe.access, isSigned: true, ignoresSession: true },
      schema: {
        querystring: unsubscribe.query,
        response: { 200: unsubscribe.response, ...problemResponses([400, 403, 413, 417, 503]) },
        summary: unsubscribe.summary,
        tags: ['account'],
        // Its callers are mail programs, which have RFC 8058.
        hide: true,
      },
      handler: async ({ query }) => {
        const { member, group, key } = query;
        if (!(await signer.isSigned(UNSUBSCRIBE, `${group} ${member}`, key))) {
          throw new HttpProblem(
            403,
            'This link isn’t valid. You can change your email settings on your account page.',
          );
        }
        await endMailGroup(db, member, group);
        return { unsubscribed: true as const };
      },
    });
  });
}
