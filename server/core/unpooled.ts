/**
 * The same bytes in memory of their own, for what is kept: a small Buffer, also one that zlib answers with, is a slice
 * of a pool of 64 kB, which stays as long as the last of its slices.
 */
export const unpooled = (bytes: Uint8Array): Buffer<ArrayBuffer> => Buffer.from(new Uint8Array(bytes).buffer);
