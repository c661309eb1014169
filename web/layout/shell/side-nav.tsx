import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import Heart from 'lucide-react/icons/heart';
import History from 'lucide-react/icons/history';
import LibraryBig from 'lucide-react/icons/library-big';
import TrendingUp from 'lucide-react/icons/trending-up';
import type { ReactNode } from 'react';
import type { Category } from '#contract/catalog.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Tier } from '#contract/tiers.ts';
import { findCachedPrompt } from '#web/api/cached-prompts.ts';
import { countFavorites, interactionsQuery } from '#web/api/interactions.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { MemberPlan } from './member-plan.tsx';
import styles from './side-nav.module.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

const ACTIONS = [
  { to: '/favorites', name: 'My Favorites', icon: <Heart {...ICON} /> },
  { to: '/collections', name: 'My Collections', icon: <LibraryBig {...ICON} /> },
  { to: '/recent', name: 'Recent Prompts', icon: <History {...ICON} /> },
  { to: '/top-rated', name: 'Top Rated', icon: <TrendingUp {...ICON} /> },
] as const;

/** Categories, the member's plan and quick actions: next to the page, or in the drawer. */
export function SideNav({ tier }: { tier: Tier }) {
  const { data: categories, isPending } = useQuery(categoriesQuery());
  const { data: favoriteCount } = useQuery({ ...interactionsQuery(), select: countFavorites });
  const { pathname } = useLocation();
  const { slug, id } = useParams({ strict: false });
  const queryClient = useQueryClient();
  const prompt = id === undefined ? undefined : findCachedPrompt(queryClient, id);
  const action = ACTIONS.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.to;
  const known = categories?.find((category) => category.slug === slug);
  const ofPrompt = categories?.find((category) => category.slug === prompt?.category.slug);
  const current = action ? undefined : (known ?? ofPrompt);
  // Where the page belongs to no category, the first one stands out, but without the mark of where one is.
  const highlighted = action ? undefined : (current ?? categories?.[0]);
  return (
    <>
      <nav aria-labelledby="nav-categories">
        <h2 id="nav-categories" className={styles.heading}>
          Categories
        </h2>
        {isPending ? <Placeholders /> : null}
        <ul>
          {categories?.map((category) => (
            <CategoryRow
              key={category.id}
              category={category}
              isHighlighted={category === highlighted}
              isMarked={category === current}
              isCurrent={category === known}
            />
          ))}
        </ul>
      </nav>
      <MemberPlan tier={tier} />
      <nav aria-labelledby="nav-actions">
        <h2 id="nav-actions" className={styles.heading}>
          Quick Actions
        </h2>
        <ul>
          {ACTIONS.map(({ to, name, icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={classNames(styles.row, to === action && `${styles.highlighted} ${styles.marked}`)}
                {...(to === pathname ? { 'aria-current': 'page' as const } : {})}
              >
                {icon}
                <RowName>{name}</RowName>
                {to === '/favorites' && favoriteCount !== undefined ? (
                  <span className={styles.count}>
                    {favoriteCount}
                    <span className="visually-hidden">
                      {favoriteCount === 1 ? ' favorite' : ' favorites'}
                    </span>
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

interface CategoryRowProps {
  category: Category;
  isHighlighted: boolean;
  /** The page belongs to it. */
  isMarked: boolean;
  isCurrent: boolean;
}

function CategoryRow({ category, isHighlighted, isMarked, isCurrent }: CategoryRowProps) {
  return (
    <li>
      <Link
        to="/category/$slug"
        params={{ slug: category.slug }}
        className={classNames(styles.row, isHighlighted && styles.highlighted, isMarked && styles.marked)}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      >
        <CategoryIcon slug={category.slug} size={18} />
        <RowName>{category.name}</RowName>
        <span className={styles.count}>
          {category.promptCount}
          <span className="visually-hidden">{category.promptCount === 1 ? ' prompt' : ' prompts'}</span>
        </span>
      </Link>
    </li>
  );
}

function RowName({ children }: { children: ReactNode }) {
  return (
    <span className={styles.name}>
      <span className={styles.stroke}>{children}</span>
    </span>
  );
}

const PLACEHOLDERS = Array.from({ length: LIMITS.placeholders }, (_, index) => index);

function Placeholders() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading categories
      </p>
      <ul aria-hidden="true" data-testid="category-placeholders">
        {PLACEHOLDERS.map((index) => (
          <li key={index} className={styles.row}>
            <Skeleton className={styles.blankIcon} />
            <Skeleton className={styles.blankName} />
            <Skeleton className={styles.blankCount} />
          </li>
        ))}
      </ul>
    </div>
  );
}
