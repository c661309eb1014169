import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import styles from './client-configuration.module.css';
import type { McpClient } from './mcp-clients.ts';

interface ClientConfigurationProps {
  client: McpClient;
  /** Of the MCP server. */
  url: string;
  token: string;
}

/** What to put where, ready to be copied. */
export function ClientConfiguration({ client, url, token }: ClientConfigurationProps) {
  const text = client.configure(url, token);
  return (
    <div className={styles.configuration}>
      <p>{client.place}</p>
      <pre className={styles.text}>{text}</pre>
      <CopyButton text={text} what={`configuration for ${client.name}`} variant="line" size="small" />
    </div>
  );
}
