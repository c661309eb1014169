import { useQuery } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { authQuery } from '#web/features/account/account.queries.ts';
import styles from './banners.module.css';

/** On every page of a sandbox, so that its members and payments are not mistaken for real ones. */
export function SandboxBanner() {
  const { data } = useQuery({ ...authQuery(), enabled: false });
  if (!data?.isSandbox) return null;
  return (
    <aside className={styles.sandbox} aria-label="Sandbox">
      <FlaskConical size={16} aria-hidden />
      <p>Sandbox: sign-in and payments are simulated.</p>
    </aside>
  );
}
