import { useQuery } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { authQuery } from '#web/features/account/account.queries.ts';
import styles from './banners.module.css';

/** On every page of a sandbox, so that nobody takes its members and payments for real ones. */
export function SandboxBanner() {
  const { data } = useQuery({ ...authQuery(), enabled: false });
  if (!data?.isSandbox) return null;
  return (
    <aside className={styles.sandbox} aria-label="Sandbox">
      <FlaskConical size={16} aria-hidden />
      <p>Sandbox: signing in and paying are stand-ins on this machine. Nothing here is real.</p>
    </aside>
  );
}
