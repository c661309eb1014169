import { ACTION_LIMITS, type Action } from '#contract/limits.ts';
import { RateLimiter, tooManyRequests } from './rate-limit.ts';

/** Counts what one member does; see ActionLimits. */
export interface MemberLimit {
  /** @throws HttpProblem 429 above the limit */
  count(memberId: string): void;
}

/**
 * How often a member may do each thing that others see or that costs a write: by member, not by address, since many
 * members may share one address, and one member may have many. Kept in this process, like the limits by address.
 */
export class ActionLimits {
  readonly isOn: boolean;
  readonly #limits: ReadonlyMap<Action, MemberLimit>;

  /** @param isOn false counts nothing, for tests and benchmarks */
  constructor(isOn: boolean, now?: () => number) {
    this.isOn = isOn;
    // Object.keys forgets that the keys of this constant are its actions.
    const actions = isOn ? (Object.keys(ACTION_LIMITS) as Action[]) : [];
    this.#limits = new Map(actions.map((action) => [action, memberLimit(action, now)]));
  }

  /** Routes that name the same action share its count. */
  of(action: Action): { memberLimit?: MemberLimit } {
    const limit = this.#limits.get(action);
    return limit === undefined ? {} : { memberLimit: limit };
  }
}

function memberLimit(action: Action, now: (() => number) | undefined): MemberLimit {
  const { count, minutes, noun } = ACTION_LIMITS[action];
  const limiter = new RateLimiter(count, now, minutes * 60_000);
  return {
    count(memberId) {
      const { isExceeded, resetSeconds } = limiter.count(memberId);
      if (isExceeded) throw tooManyRequests(resetSeconds, `Too many ${noun}.`);
    },
  };
}
