import { Link, useRouter } from '@tanstack/react-router';
import { MCP_PATH } from '#contract/mcp.ts';
import { ClientConfiguration } from '#web/features/tokens/client-configuration.tsx';
import { MCP_CLIENTS, TOKEN_PLACEHOLDER } from '#web/features/tokens/mcp-clients.ts';
import { OAUTH_CLIENTS } from '#web/features/tokens/oauth-clients.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import styles from './mcp-docs-page.module.css';

/** How assistants and editors connect to the library. */
export function McpDocsPage() {
  const url = `${useRouter().options.context.settings.origin}${MCP_PATH}`;
  return (
    <PageShell hasVisitorBanner={false}>
      <div className={styles.page}>
        <h1>MCP</h1>
        <p className={styles.lead}>
          Use the library from your AI tools. They search, read and fill prompts as you, with what your plan
          includes, and offer your favorites and collections as prompts.
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>Address</dt>
            <dd>
              <code className={styles.code}>{url}</code>
            </dd>
          </div>
          <div>
            <dt>Transport</dt>
            <dd>Streamable HTTP</dd>
          </div>
          <div>
            <dt>Sign-in</dt>
            <dd>
              OAuth 2.1, or a <Link to="/account/tokens">token</Link> with read; copy to fill prompts,
              favorites to see and change them
            </dd>
          </div>
        </dl>
        <section aria-labelledby="oauth" className={styles.client}>
          <h2 id="oauth">By signing in</h2>
          <p>
            Give the app our address. It sends you here, where you sign in and choose what it may do; no token
            is needed. <Link to="/account/tokens">Your connected apps</Link> are listed with your tokens, and
            you disconnect them there. An app you use stays connected for up to a year, an unused one for 90
            days.
          </p>
          <CopyButton text={url} noun="address" variant="line" size="small" />
          <dl className={styles.facts}>
            {OAUTH_CLIENTS.map(({ slug, name, steps }) => (
              <div key={slug}>
                <dt>{name}</dt>
                <dd>{steps}</dd>
              </div>
            ))}
          </dl>
          <p>
            Apps in the cloud reach only addresses on the public internet with https. Cursor and programs
            without a browser take a token:
          </p>
        </section>
        {MCP_CLIENTS.map((client) => (
          <section key={client.slug} aria-labelledby={client.slug} className={styles.client}>
            <h2 id={client.slug}>{client.name}</h2>
            <ClientConfiguration client={client} url={url} token={TOKEN_PLACEHOLDER}>
              <Link
                to="/account/tokens"
                search={{ for: client.slug }}
                className={buttonClass({ size: 'small' })}
              >
                Create a token for {client.name}
              </Link>
            </ClientConfiguration>
          </section>
        ))}
        <p>
          Scripts need no MCP: see the <Link to="/docs/api">API</Link>.
        </p>
      </div>
    </PageShell>
  );
}
