import type { AuditEntry } from '#contract/audit.ts';
import { auditChanges } from './audit-changes.ts';
import styles from './value-change.module.css';

/** The old and the new values; nothing where an act has none. */
export function ValueChange({ line }: { line: AuditEntry }) {
  const changes = auditChanges(line);
  // An empty list would fill its cell.
  if (changes.length === 0) return null;
  return (
    <ul className={styles.list}>
      {changes.map(({ name, before, after }) => (
        <li key={`${name} ${before} ${after}`}>
          {name === null ? null : `${name}: `}
          {before === null ? null : <del>{before}</del>}
          {before === null || after === null ? null : ' → '}
          {after}
        </li>
      ))}
    </ul>
  );
}
