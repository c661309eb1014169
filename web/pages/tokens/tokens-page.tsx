import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ResponseBody } from '#contract/endpoint.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import type { createToken } from '#contract/tokens.ts';
import { ClientConfiguration } from '#web/features/tokens/client-configuration.tsx';
import { CopyableCode } from '#web/features/tokens/copyable-code.tsx';
import { MCP_CLIENTS, type McpClient } from '#web/features/tokens/mcp-clients.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { GrantList } from './grant-list.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenList } from './token-list.tsx';
import styles from './tokens-page.module.css';

// One file for the browser to fetch.
export { loadTokens } from './load-tokens.ts';

const page = getRouteApi('/account_/tokens');

type CreatedToken = ResponseBody<typeof createToken>;

/** A member's tokens: make one, see them, revoke them; and connected apps. Its route lets members in only. */
export function TokensPage() {
  const wanted = page.useSearch().for;
  const client = MCP_CLIENTS.find(({ slug }) => slug === wanted);
  const [createdToken, setCreatedToken] = useState<CreatedToken>();
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <BackLink>
        {(className) => (
          <Link to="/account" className={className}>
            Back to Account
          </Link>
        )}
      </BackLink>
      <h1>Tokens and apps</h1>
      <p className={styles.lead}>
        A token lets a script or an AI tool use Promptarium as you. It reads what your plan reads and never
        reaches your account or payments. How to use one: <Link to="/docs/mcp">MCP</Link>,{' '}
        <Link to="/docs/api">API</Link>.
      </p>
      {createdToken ? <NewToken key={createdToken.id} createdToken={createdToken} client={client} /> : null}
      <NewTokenForm key={client?.slug} onCreated={setCreatedToken} client={client} />
      <TokenList onRevoked={(id) => setCreatedToken((shown) => (shown?.id === id ? undefined : shown))} />
      <GrantList />
    </PageShell>
  );
}

/** The form is empty again; what matters now stands above it. */
function NewToken({ createdToken, client }: { createdToken: CreatedToken; client: McpClient | undefined }) {
  const { origin } = useRouter().options.context.settings;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.made} aria-labelledby="made">
      <h2 id="made" ref={heading} tabIndex={-1} className={styles.title}>
        Copy your token now
      </h2>
      <p>
        This is the only time we show “{createdToken.name}”. If you lose it, revoke it and create another.
      </p>
      <CopyableCode text={createdToken.token} noun="token" />
      {client ? (
        <ClientConfiguration client={client} url={`${origin}${MCP_PATH}`} token={createdToken.token} />
      ) : null}
    </section>
  );
}
