/** A task of its own for what follows: on a slow phone each step is a long one already, and a tap takes its turn between. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));
