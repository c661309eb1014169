import { ACTION_LIMITS, type Action } from '#contract/limits.ts';
import { tooManyRequests } from './rate-limit.ts';
import type { RateLimits } from './rate-limiter.ts';

/** Counts what one member does; see ActionLimits. */
export interface MemberLimit {
  /** @throws HttpProblem 429 above the limit */
  count(memberId: string): Promise<void>;
}

/**
 * How often a member may do each thing that others see or that costs a write: by member, not by address, since many
 * members may share one address, and one member may have many. Kept in this process, like the limits by address.
 */
export class ActionLimits {
  readonly isOn: boolean;
  readonly #limits: ReadonlyMap<Action, MemberLimit>;

  /** @param limits undefined counts nothing, for tests and benchmarks */
  constructor(limits?: RateLimits) {
    this.isOn = limits !== undefined;
    // Object.keys forgets that the keys of this constant are its actions.
    const actions = limits ? (Object.keys(ACTION_LIMITS) as Action[]) : [];
    this.#limits = new Map(
      actions.flatMap((action) => (limits ? [[action, memberLimit(action, limits)]] : [])),
    );
  }

  /** Routes that name the same action share its count. */
  of(action: Action): { memberLimit?: MemberLimit } {
    const limit = this.#limits.get(action);
    return limit === undefined ? {} : { memberLimit: limit };
  }
}

function memberLimit(action: Action, limits: RateLimits): MemberLimit {
  const { count, minutes, noun } = ACTION_LIMITS[action];
  const limiter = limits.limiter(`member:${action}`, count, minutes * 60);
  return {
    async count(memberId) {
      const { isExceeded, resetSeconds } = await limiter.count(memberId);
      if (isExceeded) throw tooManyRequests(resetSeconds, `Too many ${noun}.`);
    },
  };
}
