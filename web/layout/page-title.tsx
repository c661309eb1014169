import { BRAND } from '#contract/brand.ts';

/** For pages shown instead of a route's own (not found, failed), which have no head of their own. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${BRAND.name}`}</title>;
}
