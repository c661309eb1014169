import type { Vote } from '#contract/votes.ts';

interface Votes {
  upvotes: number;
  downvotes: number;
}

/** The counts once one member's vote changes; null is no vote. */
export function votesAfter(votes: Votes, from: Vote | null, to: Vote | null): Votes {
  const change = (kind: Vote) => Number(to === kind) - Number(from === kind);
  return {
    upvotes: Math.max(0, votes.upvotes + change('up')),
    downvotes: Math.max(0, votes.downvotes + change('down')),
  };
}
