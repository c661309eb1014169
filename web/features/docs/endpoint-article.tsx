import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef, useState } from 'react';
import type { ApiEndpoint } from './api-document.ts';
import styles from './endpoint-article.module.css';
import { ParameterTable } from './parameter-table.tsx';
import { TextWithCode } from './text-with-code.tsx';
import { TryCall } from './try-call.tsx';

interface EndpointArticleProps {
  endpoint: ApiEndpoint;
  /** The page's address names it. */
  isLinked: boolean;
  token: string;
  onToken: (token: string) => void;
}

/** One line until it is opened: there are dozens of them. */
export function EndpointArticle({ endpoint, isLinked, token, onToken }: EndpointArticleProps) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Browsers open it for a link to what stands inside, not to the line one presses.
    if (isLinked && details.current) details.current.open = true;
  }, [isLinked]);
  return (
    <details
      ref={details}
      className={styles.endpoint}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.head}>
        <h3 id={endpoint.id} className={styles.title}>
          <span className={styles.method}>{endpoint.method}</span> {endpoint.path}
        </h3>
        <span className={styles.summary}>{endpoint.summary}</span>
        <ChevronDown size={16} aria-hidden className={styles.arrow} />
      </summary>
      <p className={styles.access}>
        {endpoint.isForMembers ? 'Signed-in members only.' : 'Open to everyone.'}{' '}
        {endpoint.scope === undefined
          ? 'Not available with a token.'
          : `Tokens need the scope ${endpoint.scope}.`}{' '}
        <a href={`#${endpoint.id}`}>Link to this call</a>
      </p>
      {endpoint.parameters.length > 0 ? (
        <>
          <h4 className={styles.part}>Parameters</h4>
          <ParameterTable parameters={endpoint.parameters} label={`Parameters of ${endpoint.path}`} />
        </>
      ) : null}
      {endpoint.response ? (
        <>
          <h4 className={styles.part}>Response</h4>
          <pre className={styles.response}>{endpoint.response}</pre>
        </>
      ) : null}
      <h4 className={styles.part}>Statuses</h4>
      <dl className={styles.statuses}>
        {endpoint.statuses.map(({ status, description }) => (
          <div key={status} className={styles.status}>
            <dt className={styles.code}>{status}</dt>
            <dd>
              <TextWithCode text={description} />
            </dd>
          </div>
        ))}
      </dl>
      {isOpen && endpoint.scope !== undefined ? (
        <>
          <h4 className={styles.part}>Try it</h4>
          <TryCall endpoint={endpoint} token={token} onToken={onToken} />
        </>
      ) : null}
    </details>
  );
}
