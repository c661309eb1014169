import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dashboardQuery } from '#web/features/dashboard/dashboard.queries.ts';
import { FirstSteps } from '#web/features/dashboard/first-steps.tsx';
import { FeaturedPrompt, PromptTiles } from '#web/features/dashboard/prompt-tiles.tsx';
import { CopyByIdButton } from '#web/features/prompts/copy/copy-by-id-button.tsx';
import { readRemembered } from '#web/features/prompts/variables/remembered-values.ts';
import { LastUsed } from '#web/features/recents/last-used.tsx';
import { useHydrated } from '#web/ui/behavior/use-hydrated.ts';
import { rememberSort } from '../lists/remembered-sort.ts';
import styles from './dashboard-prompts.module.css';

/** What a member was doing; before they have copied anything, how it is done. */
export function DashboardStart({ memberId }: { memberId: string }) {
  const { data } = useQuery(dashboardQuery());
  const isHydrated = useHydrated();
  if (!data) return null;
  // Only the browser knows them.
  const valuesOf = (id: string) => (isHydrated ? filledValues(memberId, id) : []);
  const { recent, hasCopied } = data;
  return (
    <>
      {hasCopied ? null : (
        <FirstSteps
          hasFound={recent.length > 0}
          hasFilled={recent.some(({ id }) => valuesOf(id).length > 0)}
        />
      )}
      <PromptTiles
        title="Continue"
        prompts={recent}
        more={
          <Link to="/recent" className={styles.more}>
            All recent prompts
          </Link>
        }
        renderNote={(prompt) => {
          const { id, summary, lastUsedAt, isLocked } = prompt;
          const values = valuesOf(id);
          // One place for both, so that nothing moves when the values are read.
          return (
            <>
              <p className={values.length > 0 ? styles.values : styles.summary}>
                {values.length > 0 ? `Filled in: ${values.join(' · ')}` : summary}
              </p>
              <div className={styles.used}>
                <LastUsed at={lastUsedAt}>
                  {isLocked ? null : <CopyByIdButton prompt={prompt} memberId={memberId} />}
                </LastUsed>
              </div>
            </>
          );
        }}
      />
    </>
  );
}

/** What the library has for them. */
export function DashboardPrompts() {
  const { data } = useQuery(dashboardQuery());
  if (!data) return null;
  const { newest, newThisWeek, popular, isPopularMine, featured } = data;
  // The only list of all by popularity is each category's own, which says nothing to whoever has used none.
  const first = isPopularMine ? popular[0]?.category : undefined;
  return (
    <>
      <PromptTiles
        title={newThisWeek > 0 ? 'New this week' : 'Newest prompts'}
        prompts={newThisWeek > 0 ? newest.slice(0, newThisWeek) : newest}
        more={
          <Link to="/search" search={{ sortBy: 'newest' }} className={styles.more}>
            All new prompts
          </Link>
        }
      />
      <PromptTiles
        title={isPopularMine ? 'Popular in the categories you use' : 'Popular in the library'}
        prompts={popular}
        counts="copies"
        more={
          first ? (
            <Link
              to="/category/$slug"
              params={{ slug: first.slug }}
              className={styles.more}
              // The order that the link names, whatever was chosen last.
              onClick={() => rememberSort('category', undefined)}
            >
              Most popular in {first.name}
            </Link>
          ) : (
            <Link to="/top-rated" className={styles.more}>
              Top rated prompts
            </Link>
          )
        }
      />
      {featured ? <FeaturedPrompt prompt={featured} /> : null}
    </>
  );
}

/** What was typed into this prompt's own fields; a country or language says nothing of what was being done. */
function filledValues(memberId: string, promptId: string): string[] {
  const shared = readRemembered(memberId, undefined);
  return Object.entries(readRemembered(memberId, promptId))
    .filter(([name]) => !Object.hasOwn(shared, name))
    .map(([, value]) => value.trim())
    .filter(Boolean);
}
