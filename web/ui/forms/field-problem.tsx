import styles from './field-problem.module.css';

interface FieldProblemProps {
  /** What the field is described by while there is a problem. */
  id: string;
  /** Null while nothing is wrong. */
  text: string | null;
}

/** Under a field: what is wrong with it. */
export function FieldProblem({ id, text }: FieldProblemProps) {
  if (text === null) return null;
  return (
    <p id={id} className={styles.problem}>
      {text}
    </p>
  );
}
