import type { SearchIndex } from './search.queries.ts';

/**
 * What a topic adds: the part of what all matches tell that stands in it. What a text is about is where its best matches
 * are (Liu and Croft 2004, cluster-based retrieval), hence the third power.
 */
export function scoreTopics(
  index: SearchIndex,
  lists: readonly Uint32Array[],
  scores: Float32Array,
  shareScore: number,
): Float64Array {
  const cubes = new Float64Array(index.topicIds.length);
  let sum = 0;
  for (const ordinals of lists) {
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i] as number;
      const score = scores[ordinal] as number;
      // Whole numbers, so that no order of the prompts changes the sum.
      const cube = Math.round(score * score * score * 10_000);
      const topic = index.topics[ordinal] as number;
      cubes[topic] = (cubes[topic] as number) + cube;
      sum += cube;
    }
  }
  return sum > 0 ? cubes.map((cube) => (cube / sum) * shareScore) : cubes;
}

/** Where a text names several topics it may mean any of them: behind this many matches of its own one is crowded. */
const CROWDED_FROM = 3;

/** Of each topic the key of its last match that is not crowded; infinite where it has fewer. */
export function lastUncrowdedKeys(
  { topicIds, topics }: SearchIndex,
  ordinals: Uint32Array,
  keyOf: (ordinal: number, isPartial: boolean) => number,
): Float64Array {
  const keys = new Float64Array(topicIds.length * CROWDED_FROM).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number;
    const first = (topics[ordinal] as number) * CROWDED_FROM;
    let key = keyOf(ordinal, false);
    for (let at = first; at < first + CROWDED_FROM; at++) {
      const known = keys[at] as number;
      keys[at] = Math.min(known, key);
      key = Math.max(known, key);
    }
  }
  return Float64Array.from(topicIds, (_, topic) => keys[topic * CROWDED_FROM + CROWDED_FROM - 1] as number);
}
