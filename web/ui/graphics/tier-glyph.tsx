import { type Tier, tierRank } from '#contract/tiers.ts';

const BARS = [3, 2, 1, 0] as const;

/** Four bars, filled from the bottom: one for each tier included. */
export function TierGlyph({ tier }: { tier: Tier }) {
  const rank = tierRank(tier);
  return (
    <svg width="11" height="11" viewBox="0 0 11 11" fill="currentColor" aria-hidden="true">
      {BARS.map((bar, row) => (
        <rect key={bar} y={row * 3} width="11" height="2" opacity={bar <= rank ? 1 : 0.26} />
      ))}
    </svg>
  );
}
