import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ApiEndpoint } from './api-document.ts';
import styles from './endpoint-article.module.css';
import { ParameterTable } from './parameter-table.tsx';
import { TextWithCode } from './text-with-code.tsx';

/** One line until it is opened: there are dozens of them. */
export function EndpointArticle({ endpoint }: { endpoint: ApiEndpoint }) {
  return (
    <details className={styles.endpoint}>
      <summary className={styles.head}>
        <h3 id={endpoint.id} className={styles.title}>
          <span className={styles.method}>{endpoint.method}</span> {endpoint.path}
        </h3>
        <span className={styles.summary}>{endpoint.summary}</span>
        <ChevronDown size={16} aria-hidden className={styles.arrow} />
      </summary>
      <p className={styles.access}>
        {endpoint.isForMembers ? 'Signed-in members only.' : 'Open to everyone.'}{' '}
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
    </details>
  );
}
