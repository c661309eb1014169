/** Round the list and over the field itself, which is `null`. */
export function nextOption(active: number | null, step: 1 | -1, count: number): number | null {
  const next = (active ?? (step === 1 ? -1 : count)) + step;
  return next < 0 || next >= count ? null : next;
}
