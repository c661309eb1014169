/**
 * Where a word stands, ascending: each a prompt's ordinal times 256, plus the position in its texts. The
 * position tells the field, and which words follow each other.
 */
export type Postings = Uint32Array;

/** The same of a batch of prompts as it is stored: delta-encoded, counted from the number of the first one. */
export interface EncodedPostings {
  first: number;
  entries: Uint8Array;
  /** Of contents: prompts alone, without positions. */
  isContent: boolean;
}

/** Positions of the fields; what stands in the content has the last one. */
const FIELDS = {
  title: { first: 0, last: 22 },
  keywords: { first: 24, last: 78 },
  /** Of topic and category. */
  names: { first: 80, last: 94 },
  /** And description. */
  summary: { first: 96, last: 238 },
  content: { first: 255, last: 255 },
} as const;

type Field = keyof typeof FIELDS;

/** The score of each field, as a table by position. */
export function scoresByPosition(scores: Readonly<Record<Field, number>>): Float32Array {
  const table = new Float32Array(256);
  for (const [field, { first, last }] of Object.entries(FIELDS))
    table.fill(scores[field as Field], first, last + 1);
  return table;
}

/** The words of public texts with their positions: those behind a field's last one share it. Texts of a field do not touch. */
export function assignPositions(
  texts: Readonly<Record<Exclude<Field, 'content'>, readonly string[][]>>,
): [word: string, position: number][] {
  const positioned: [string, number][] = [];
  for (const [field, ofField] of Object.entries(texts)) {
    const { first, last } = FIELDS[field as Field];
    let position: number = first;
    for (const words of ofField) {
      for (const word of words) positioned.push([word, Math.min(position++, last)]);
      position += 1;
    }
  }
  return positioned;
}

/** Ascending numbers as delta-encoded varints: the gaps between them, seven bits a byte. */
export class PostingsEncoder {
  #bytes = new Uint8Array(12);
  #length = 0;
  /** What was pushed last; -1 before. */
  last = -1;

  push(value: number): void {
    let gap = value - Math.max(this.last, 0);
    this.last = value;
    if (this.#length + 5 > this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2);
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    for (; gap > 127; gap >>>= 7) this.#bytes[this.#length++] = (gap & 127) | 128;
    this.#bytes[this.#length++] = gap;
  }

  take(): Buffer {
    return Buffer.from(this.#bytes.buffer, 0, this.#length);
  }
}

/** @param first the number of the prompt with ordinal 0 */
export function decodePostings(
  { first, entries, isContent }: EncodedPostings,
  firstOfIndex: number,
): Postings {
  let count = 0;
  for (let i = 0; i < entries.length; i++) if ((entries[i] as number) < 128) count++;
  const postings = new Uint32Array(count);
  const offset = (first - firstOfIndex) * 256 + (isContent ? FIELDS.content.first : 0);
  let [value, cursor] = [0, 0];
  for (let index = 0; index < count; index++) {
    let [gap, bits, byte] = [0, 0, 128];
    for (; byte > 127; bits += 7) {
      byte = entries[cursor++] as number;
      gap |= (byte & 127) << bits;
    }
    value += gap;
    postings[index] = (isContent ? value << 8 : value) + offset;
  }
  return postings;
}

/** Of several batches and words, in order. */
export function decodeAll(lists: readonly EncodedPostings[], firstOfIndex: number): Postings {
  return lists.map((list) => decodePostings(list, firstOfIndex)).reduce(merge, new Uint32Array(0));
}

function merge(first: Postings, second: Postings): Postings {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const merged = new Uint32Array(first.length + second.length);
  if ((first[first.length - 1] as number) < (second[0] as number)) {
    merged.set(first);
    merged.set(second, first.length);
    return merged;
  }
  let [a, b] = [0, 0];
  for (let index = 0; index < merged.length; index++) {
    const isFromSome =
      b >= second.length || (a < first.length && (first[a] as number) <= (second[b] as number));
    merged[index] = (isFromSome ? first[a++] : second[b++]) as number;
  }
  return merged;
}

/** Those of `words` that one of `others` stands behind, at this distance. */
export function followedBy(words: Postings, others: Postings, distance: number): Postings {
  let other = 0;
  return words.filter((posting) => {
    const wanted = posting + distance;
    while (other < others.length && (others[other] as number) < wanted) other++;
    return others[other] === wanted;
  });
}

/** How well prompts match, by ordinal, 0 where they do not; of several matches the best one counts. Used again for every search. */
export class Scores {
  readonly values: Float32Array;
  /** Those that match, in no order. */
  readonly ordinals: Uint32Array;
  count = 0;

  constructor(size: number) {
    this.values = new Float32Array(size);
    this.ordinals = new Uint32Array(size);
  }

  raise(ordinal: number, score: number): void {
    const { values } = this;
    // What was indexed since the index was read.
    if (ordinal < 0 || ordinal >= values.length) return;
    const known = values[ordinal] as number;
    if (known === 0) this.ordinals[this.count++] = ordinal;
    if (score > known) values[ordinal] = score;
  }

  /** The same as raiseAll of the decoded postings, in one step. */
  raiseEncoded(
    { first, entries, isContent }: EncodedPostings,
    firstOfIndex: number,
    scores: Float32Array,
  ): void {
    const shift = first - firstOfIndex;
    const content = scores[FIELDS.content.first] as number;
    let value = 0;
    for (let cursor = 0; cursor < entries.length; ) {
      let byte = entries[cursor++] as number;
      let gap = byte & 127;
      for (let bits = 7; byte > 127; bits += 7) {
        byte = entries[cursor++] as number;
        gap |= (byte & 127) << bits;
      }
      value += gap;
      if (isContent) this.raise(value + shift, content);
      else this.raise((value >>> 8) + shift, scores[value & 255] as number);
    }
  }

  /** @param scores by position */
  raiseAll(postings: Postings, scores: Float32Array): void {
    for (let i = 0; i < postings.length; i++) {
      const posting = postings[i] as number;
      this.raise(posting >>> 8, scores[posting & 255] as number);
    }
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.values[this.ordinals[i] as number] = 0;
    this.count = 0;
  }
}
