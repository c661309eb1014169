import type { ApiEndpoint } from './api-document.ts';
import styles from './endpoint-article.module.css';
import { MarkedText } from './marked-text.tsx';
import { ParameterTable } from './parameter-table.tsx';

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
      {endpoint.answer ? (
        <>
          <h4 className={styles.part}>Answer</h4>
          <pre className={styles.answer}>{endpoint.answer}</pre>
        </>
      ) : null}
      <h4 className={styles.part}>Statuses</h4>
      <dl className={styles.statuses}>
        {endpoint.statuses.map(({ status, description }) => (
          <div key={status} className={styles.status}>
            <dt className={styles.code}>{status}</dt>
            <dd>
              <MarkedText text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
