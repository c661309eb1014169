/** Shows one step of the start with its time, at a terminal. */
export type ShowStep = <T>(label: string, work: () => Promise<T>) => Promise<T>;
