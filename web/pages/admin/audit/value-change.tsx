import type { AuditEntry } from '#contract/audit.ts';
import { auditChanges } from './audit-changes.ts';
import styles from './value-change.module.css';

/** The old and the new values. */
export function ValueChange({ line }: { line: AuditEntry }) {
  return (
    <ul className={styles.list}>
      {auditChanges(line).map(({ name, before, after }) => (
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
