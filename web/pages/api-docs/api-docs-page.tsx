import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ApiReference } from '#web/features/docs/api-document.ts';
import { ApiSection } from '#web/features/docs/api-section.tsx';
import { apiDocumentQuery } from '#web/features/docs/docs.queries.ts';
import { IndexedPage } from '#web/layout/indexed-page/indexed-page.tsx';
import type { IndexGroup } from '#web/layout/indexed-page/section-index.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { capitalized } from '#web/ui/text/capitalized.ts';
import styles from './api-docs-page.module.css';
import { TokenExamples } from './token-examples.tsx';

const ERROR_EXAMPLE = `{
  "title": "Bad Request",
  "status": 400,
  "detail": "sort: must be one of popular, newest, rating",
  "message": "sort: must be one of popular, newest, rating"
}`;

/** The API for people; the same document for machines is /openapi.json. */
export function ApiDocsPage() {
  const { hash } = useLocation();
  const { data } = useSuspenseQuery(apiDocumentQuery());
  const [token, setToken] = useState('');
  const index = useMemo(() => indexOf(data), [data]);
  return (
    <PageShell hasVisitorBanner={false}>
      <IndexedPage
        title="API"
        lead={
          <>
            This site runs on this public API. Addresses start with{' '}
            <code className={styles.code}>{data.baseUrl}</code>. The OpenAPI 3.1 document is at{' '}
            <a href="/openapi.json">/openapi.json</a>.
          </>
        }
        index={index}
      >
        <h2 id="conventions" className={styles.heading}>
          Conventions
        </h2>
        <ul className={styles.notes}>
          <li>Bodies and responses are JSON. Dates are ISO 8601 in UTC; ids are opaque text.</li>
          <li>
            Long lists come in pages: pass <code className={styles.code}>nextCursor</code> of one page as{' '}
            <code className={styles.code}>cursor</code> to get the next. Search names the next page in its{' '}
            <code className={styles.code}>Link</code> header and counts all matches in{' '}
            <code className={styles.code}>X-Total-Count</code>.
          </li>
          <li>Too many requests are answered 429, with the seconds to wait in Retry-After.</li>
        </ul>
        <h2 id="errors" className={styles.heading}>
          Errors
        </h2>
        <p>
          Every error is a problem document (RFC 9457) and is never empty;{' '}
          <code className={styles.code}>message</code> repeats <code className={styles.code}>detail</code>.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
        <pre className={styles.example} tabIndex={0}>
          {ERROR_EXAMPLE}
        </pre>
        <TokenExamples baseUrl={data.baseUrl} />
        <div className={styles.sections}>
          {data.sections.map((section) => (
            <ApiSection key={section.tag} section={section} hash={hash} token={token} onToken={setToken} />
          ))}
        </div>
      </IndexedPage>
    </PageShell>
  );
}

function indexOf({ sections }: ApiReference): IndexGroup[] {
  return [
    {
      title: 'Basics',
      sections: [
        { id: 'conventions', name: 'Conventions' },
        { id: 'errors', name: 'Errors' },
        { id: 'tokens', name: 'Tokens' },
      ],
    },
    {
      title: 'Calls',
      sections: sections.map(({ tag, id, endpoints }) => ({
        id,
        name: capitalized(tag),
        count: endpoints.length,
      })),
    },
  ];
}
