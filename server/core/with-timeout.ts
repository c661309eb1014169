/**
 * Waits for `work`, but no longer than so many milliseconds: then the result is what `onTimeout` returns or throws. The
 * work itself goes on, and its result is ignored.
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  milliseconds: number,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<void>((done) => {
    timer = setTimeout(done, milliseconds);
  });
  try {
    return await Promise.race([work, expired.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
