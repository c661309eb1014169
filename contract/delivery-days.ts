import { LIMITS } from './limits.ts';

const DAY = 86_400_000;

/**
 * The last of the business days that writing usually takes: Saturdays and Sundays are none.
 * @param since of the payment, or of the changes that were asked for; ISO 8601
 * @returns YYYY-MM-DD
 */
export function expectedOn(since: string): string {
  let at = Date.parse(since);
  for (let days = 0; days < LIMITS.deliveryBusinessDays; ) {
    at += DAY;
    if (![0, 6].includes(new Date(at).getUTCDay())) days += 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}
