import { Link } from '@tanstack/react-router';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import styles from './api-docs-page.module.css';
import curl from './examples/curl.txt?raw';
import python from './examples/python.txt?raw';
import typescript from './examples/typescript.txt?raw';

const EXAMPLES = [
  { name: 'curl', text: curl },
  { name: 'TypeScript', text: typescript },
  { name: 'Python', text: python },
];

/** How programs sign in. */
export function TokenExamples({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <h2 id="tokens" className={styles.heading}>
        Tokens
      </h2>
      <p>
        Programs call the API with a token: <Link to="/account/tokens">create one</Link> and send it as{' '}
        <code className={styles.code}>Authorization: Bearer</code>, without cookies. It reads what your plan
        reads. Each call below names the scope it needs.{' '}
        <code className={styles.code}>RateLimit-Remaining</code> says how many calls are left this minute. AI
        tools connect by <Link to="/docs/mcp">MCP</Link>.
      </p>
      {EXAMPLES.map(({ name, text }) => ({ name, code: text.trim().replaceAll('BASE_URL', baseUrl) })).map(
        ({ name, code }) => (
          <section key={name} aria-label={name}>
            <div className={styles.exampleHead}>
              <h3>{name}</h3>
              <CopyButton text={code} noun={`${name} example`} variant="line" size="small" />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
            <pre className={styles.example} tabIndex={0}>
              {code}
            </pre>
          </section>
        ),
      )}
    </>
  );
}
