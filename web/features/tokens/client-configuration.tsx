import type { ReactNode } from 'react';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import styles from './client-configuration.module.css';
import type { McpClient } from './mcp-clients.ts';

interface ClientConfigurationProps {
  client: McpClient;
  /** Of the MCP server. */
  url: string;
  token: string;
  /** Beside the copy button. */
  children?: ReactNode;
}

/** What to put where, ready to be copied. */
export function ClientConfiguration({ client, url, token, children }: ClientConfigurationProps) {
  const text = client.configure(url, token);
  return (
    <div className={styles.configuration}>
      <p>{client.instructions}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
      <div className={styles.actions}>
        <CopyButton text={text} noun={`configuration for ${client.name}`} variant="line" size="small" />
        {children}
      </div>
    </div>
  );
}
