import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MCP_PATH } from '#contract/mcp.ts';
import { OAUTH_SCOPES } from '#contract/oauth-scopes.ts';
import { ClientConfiguration } from '#web/features/tokens/client-configuration.tsx';
import { CopyableCode } from '#web/features/tokens/copyable-code.tsx';
import { MCP_CLIENTS, type McpClient, TOKEN_PLACEHOLDER } from '#web/features/tokens/mcp-clients.ts';
import { OAUTH_CLIENTS } from '#web/features/tokens/oauth-clients.ts';
import { SCOPE_TEXTS } from '#web/features/tokens/scope-texts.ts';
import { IndexedPage } from '#web/layout/indexed-page/indexed-page.tsx';
import type { IndexGroup } from '#web/layout/indexed-page/section-index.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './mcp-docs-page.module.css';

const INDEX: readonly IndexGroup[] = [
  {
    title: 'Connect',
    sections: [
      { id: 'address', name: 'Address' },
      { id: 'oauth', name: 'By signing in' },
      { id: 'token', name: 'With a token' },
    ],
  },
  { title: 'Clients', sections: MCP_CLIENTS.map(({ slug, name }) => ({ id: slug, name })) },
];

/** How assistants and editors connect to the library. */
export function McpDocsPage() {
  const url = `${useRouter().options.context.settings.origin}${MCP_PATH}`;
  return (
    <PageShell hasVisitorBanner={false}>
      <IndexedPage
        title="MCP"
        lead="Use the library from your AI tools. They search, read and fill prompts as you, with what your plan includes, and offer your favorites and collections as prompts."
        index={INDEX}
      >
        <div className={styles.sections}>
          <Section id="address" title="Address">
            <CopyableCode text={url} noun="address" />
            <p>The server speaks Streamable HTTP. Tools sign in with OAuth 2.1 or send a token.</p>
          </Section>
          <Section id="oauth" title="By signing in">
            <p>
              Give the app our address. It sends you here, where you sign in and choose what it may do; no
              token is needed. <Link to="/account/tokens">Your connected apps</Link> are listed with your
              tokens, and you disconnect them there. An app you use stays connected for up to a year, an
              unused one for 90 days.
            </p>
            <dl className={styles.facts}>
              {OAUTH_CLIENTS.map(({ slug, name, steps }) => (
                <div key={slug}>
                  <dt>{name}</dt>
                  <dd>{steps}</dd>
                </div>
              ))}
            </dl>
            <p>Apps in the cloud reach only addresses on the public internet with https.</p>
          </Section>
          <Section id="token" title="With a token">
            <p>
              Cursor and programs without a browser take a <Link to="/account/tokens">token</Link>. It needs
              the scope <code className={styles.code}>read</code>, and others for what else your tool does:
            </p>
            <dl className={styles.facts}>
              {OAUTH_SCOPES.map((scope) => (
                <div key={scope}>
                  <dt>
                    <code className={styles.code}>{scope}</code>
                  </dt>
                  <dd>{SCOPE_TEXTS[scope]}</dd>
                </div>
              ))}
            </dl>
          </Section>
          {MCP_CLIENTS.map((client) => (
            <ClientSection key={client.slug} client={client} url={url} />
          ))}
          <p>
            Scripts need no MCP: see the <Link to="/docs/api">API</Link>.
          </p>
        </div>
      </IndexedPage>
    </PageShell>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function ClientSection({ client, url }: { client: McpClient; url: string }) {
  const { slug, name } = client;
  return (
    <section aria-labelledby={slug} className={styles.client}>
      <h3 id={slug}>{name}</h3>
      <ClientConfiguration client={client} url={url} token={TOKEN_PLACEHOLDER}>
        <Link to="/account/tokens" search={{ for: slug }} className={buttonClass({ size: 'small' })}>
          Create a token for {name}
        </Link>
      </ClientConfiguration>
    </section>
  );
}
