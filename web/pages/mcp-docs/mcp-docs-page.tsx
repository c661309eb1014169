import { Link, useRouter } from '@tanstack/react-router';
import { MCP_PATH } from '#contract/mcp.ts';
import { ClientConfiguration } from '#web/features/tokens/client-configuration.tsx';
import { MCP_CLIENTS, TOKEN_PLACEHOLDER } from '#web/features/tokens/mcp-clients.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './mcp-docs-page.module.css';

/** How assistants and editors connect to the library. */
export function McpDocsPage() {
  const url = `${useRouter().options.context.settings.origin}${MCP_PATH}`;
  return (
    <PageShell hasNotice={false}>
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
              A <Link to="/account/tokens">token</Link> with read; copy to fill prompts, favorites to see and
              change them
            </dd>
          </div>
        </dl>
        {MCP_CLIENTS.map((client) => (
          <section key={client.slug} aria-labelledby={client.slug} className={styles.client}>
            <h2 id={client.slug}>{client.name}</h2>
            <ClientConfiguration client={client} url={url} token={TOKEN_PLACEHOLDER} />
            <Link to="/account/tokens" search={{ for: client.slug }} className={buttonClass({})}>
              Create a token for {client.name}
            </Link>
          </section>
        ))}
        <section aria-labelledby="chatgpt" className={styles.client}>
          <h2 id="chatgpt">ChatGPT</h2>
          <p>
            Connectors of the ChatGPT app sign in by OAuth, which we don’t offer yet. The OpenAI API above
            takes a token.
          </p>
        </section>
        <p>
          Scripts need no MCP: see the <Link to="/docs/api">API</Link>.
        </p>
      </div>
    </PageShell>
  );
}
