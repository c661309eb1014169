import { useRouter } from '@tanstack/react-router';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { login } from '#contract/account.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import styles from './banners.module.css';

/** On every page of a sandbox, so that its members and payments are not mistaken for real ones. */
export function SandboxBanner() {
  const { isSandbox } = useRouter().options.context.settings;
  const user = useUser();
  if (!isSandbox) return null;
  return (
    <aside className={styles.sandbox} aria-label="Sandbox">
      <FlaskConical size={16} aria-hidden />
      <p>
        Sandbox: <span className={styles.long}>sign-in and </span>payments are simulated.
        {user ? null : (
          <>
            {' '}
            <a href={login.url} className={styles.signIn}>
              Sign in<span className={styles.long}> as a sample member</span>
            </a>
          </>
        )}
      </p>
    </aside>
  );
}
