import styles from './field-problem.module.css';

interface FieldProblemProps {
  /** What the field is described by while there is a problem. */
  id: string;
  /** Null while nothing is wrong. */
  text: string | null;
}

/** Under a field: what is wrong with it. It is said at once too, for the field may have the focus already. */
export function FieldProblem({ id, text }: FieldProblemProps) {
  return (
    <div role="alert" className={styles.alert}>
      {text === null ? null : (
        <p id={id} className={styles.problem}>
          {text}
        </p>
      )}
    </div>
  );
}
