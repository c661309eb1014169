/** Frequent words of prompt texts, most frequent first; the rest of the vocabulary is made of syllables. */
const FREQUENT =
  `the to a of and for in with that is on your as or each you it by this list from not one what when use
write which be an plan if at are steps week they can include who how time role output question answer format example
goal work make two three table short text before after give only then add day review person client team data section
reader note point draft reason choice step number check ask project result problem option customer marketing business
writing coding fitness training meeting budget message email summary topic decision risk cost story learning habit
product interview career health sleep recipe family children strength recovery running strategy invoice audience
headline script outline report agenda deadline feedback schedule priority research compare explain describe propose`
    .split(/\s+/)
    .filter(Boolean);

const SYLLABLES =
  'ba be bi bo ca ce co da de di do fa fe fi ga ge go ha he hi ja ka ki la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi wa wi za zo'.split(
    ' ',
  );

export const VOCABULARY_SIZE = 20_000;

/** Words by rank: a real head and a made-up tail of pronounceable words, all different. */
export function makeVocabulary(random: () => number): string[] {
  const words = new Set(FREQUENT);
  while (words.size < VOCABULARY_SIZE) {
    const syllables = 2 + Math.floor(random() * 3);
    let word = '';
    for (let index = 0; index < syllables; index++)
      word += SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
    words.add(`${word}${'nrslmtk'.charAt(Math.floor(random() * 7))}`);
  }
  return [...words];
}

/** A small, fast generator with a fixed seed: the same library on every machine (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws ranks with probability 1/rank (Zipf), through a table of 2^16 quantiles and a fine tail. */
export function makeZipf(size: number, random: () => number): () => number {
  const cumulative = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 1);
    cumulative[rank] = sum;
  }
  const quantiles = new Uint16Array(65_537);
  for (let step = 0, rank = 0; step <= 65_536; step++) {
    while (rank < size - 1 && (cumulative[rank] ?? 0) < (step / 65_536) * sum) rank++;
    quantiles[step] = rank;
  }
  return () => {
    const at = random() * 65_536;
    const low = quantiles[Math.floor(at)] ?? 0;
    const high = quantiles[Math.floor(at) + 1] ?? low;
    return low + Math.floor(random() * (high - low + 1));
  };
}
