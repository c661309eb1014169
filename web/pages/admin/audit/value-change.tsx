import type { AuditEntry } from '#contract/audit.ts';
import styles from './value-change.module.css';

/** The old and the new values. */
export function ValueChange({ line: { before, after } }: { line: Pick<AuditEntry, 'before' | 'after'> }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name}>
          {name}:{' '}
          {before && name in before ? (
            <>
              <del>{text(before[name])}</del> →{' '}
            </>
          ) : null}
          {text(after?.[name])}
        </li>
      ))}
    </ul>
  );
}

function text(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
