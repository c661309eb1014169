import { BRAND } from '#contract/brand.ts';

/** For pages that stand in for another, whose route then has no head of its own: not found, failed. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${BRAND.name}`}</title>;
}
