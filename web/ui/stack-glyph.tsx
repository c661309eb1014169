import { type Tier, tierRank } from '#contract/tiers.ts';

const BARS = [3, 2, 1, 0] as const;

/** Four bars, as many filled from the bottom as the tier opens shelves. */
export function StackGlyph({ tier }: { tier: Tier }) {
  const rank = tierRank(tier);
  return (
    <svg width="11" height="11" viewBox="0 0 11 11" fill="currentColor" aria-hidden="true">
      {BARS.map((bar, row) => (
        <rect key={bar} y={row * 3} width="11" height="2" opacity={bar <= rank ? 1 : 0.26} />
      ))}
    </svg>
  );
}
