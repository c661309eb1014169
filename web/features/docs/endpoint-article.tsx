import type { ApiEndpoint } from './api-document.ts';
import styles from './endpoint-article.module.css';
import { ParameterTable } from './parameter-table.tsx';
import { TextWithCode } from './text-with-code.tsx';

export function EndpointArticle({ endpoint }: { endpoint: ApiEndpoint }) {
  return (
    <article className={styles.endpoint} aria-labelledby={endpoint.id}>
      <h3 id={endpoint.id} className={styles.title}>
        <a href={`#${endpoint.id}`} className={styles.anchor}>
          <span className={styles.method}>{endpoint.method}</span> {endpoint.path}
        </a>
      </h3>
      <p>{endpoint.summary}</p>
      <p className={styles.access}>
        {endpoint.isForMembers ? 'Signed-in members only.' : 'Open to everybody.'}
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
    </article>
  );
}
