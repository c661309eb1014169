import type { AuditEntry } from '#contract/audit.ts';
import { STATE_NAMES } from '#web/features/orders/order-messages.ts';
import styles from './value-change.module.css';

/** The old and the new values. */
export function ValueChange({
  line: { subject, before, after },
}: {
  line: Pick<AuditEntry, 'subject' | 'before' | 'after'>;
}) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const shown = (name: string, value: unknown) =>
    subject.kind === 'order' && name === 'state' ? (orderStateName(value) ?? text(value)) : text(value);
  return (
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name}>
          {name}:{' '}
          {before && name in before ? (
            <>
              <del>{shown(name, before[name])}</del> →{' '}
            </>
          ) : null}
          {shown(name, after?.[name])}
        </li>
      ))}
    </ul>
  );
}

const orderStateName = (value: unknown) => new Map<unknown, string>(Object.entries(STATE_NAMES)).get(value);

function text(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
