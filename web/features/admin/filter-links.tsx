import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './filter-links.module.css';

interface FilterLinksProps {
  label: string;
  to: '/admin' | '/admin/orders' | '/admin/moderation' | '/admin/support' | '/admin/library';
  /** The parameter of the address that is chosen. */
  name: string;
  current: string;
  options: readonly { value: string; name: string }[];
  /** Other parameters, which stay. */
  search?: Readonly<Record<string, string>>;
}

/** A few parts of a list, one press away: exactly one is shown. */
export function FilterLinks({ label, to, name, current, options, search = {} }: FilterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.list}>
        {options.map((option) => (
          <li key={option.value}>
            <Link
              to={to}
              search={{ ...search, [name]: option.value }}
              resetScroll={false}
              className={buttonClass({
                variant: option.value === current ? 'primary' : 'line',
                size: 'small',
              })}
              {...(option.value === current ? { 'aria-current': 'true' as const } : {})}
            >
              {option.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
