import type { ApiParameter } from './api-document.ts';
import styles from './parameter-table.module.css';
import { TextWithCode } from './text-with-code.tsx';

/** A table where there is room for one; narrow screens get each row as a block. */
export function ParameterTable({
  parameters,
  label,
}: {
  parameters: readonly ApiParameter[];
  label: string;
}) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Type</th>
          <th scope="col">Limits</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <tr key={`${parameter.location} ${parameter.name}`}>
            <th scope="row" className={styles.name}>
              {parameter.name}
              {parameter.isRequired ? <span className={styles.required}> required</span> : null}
            </th>
            <td>{parameter.location}</td>
            <td>{parameter.type}</td>
            <td>
              <TextWithCode text={parameter.limits || '–'} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
