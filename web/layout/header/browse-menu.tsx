import { Link } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import { useRef } from 'react';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { CATEGORY_IDENTITIES } from '#web/ui/graphics/category-identity.ts';
import styles from './browse-menu.module.css';

/**
 * Where a narrow header leads: every category, and the plans. A disclosure of links, as site navigation is by the ARIA
 * practices, so that it opens without scripts; with them it closes when it is left.
 */
export function BrowseMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      className={styles.menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        close();
        menu.current.querySelector('summary')?.focus();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <summary className={buttonClass({ variant: 'ghost', isIcon: true }, styles.button)} aria-label="Browse">
        <MenuIcon aria-hidden />
      </summary>
      <ul className={styles.list}>
        {CATEGORY_IDENTITIES.map(({ slug, name }) => (
          <li key={slug} data-category={slug}>
            <Link to="/category/$slug" params={{ slug }} className={styles.link} onClick={close}>
              <CategoryIcon slug={slug} />
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/" hash="plans" className={styles.link} onClick={close}>
            Plans
          </Link>
        </li>
      </ul>
    </details>
  );
}
