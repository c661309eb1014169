import { BRAND } from '#contract/brand.ts';

/** For what is shown instead of a route's own page: not found, failed, a step of it. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${BRAND.name}`}</title>;
}
