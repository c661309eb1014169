import { countWithNoun } from '#web/ui/text/format-count.ts';

interface GroupSize {
  /** Rows under the header. */
  shown: number;
  /** Prompts of the category that stand among the best matches instead. */
  above: number;
  /** In the whole category, where it goes on; undefined where it ends here or is not known yet. */
  total: number | undefined;
}

/** "5 prompts", "5 prompts, 1 above", "13 of 20 prompts": the number is always the category's. */
export function groupCount({ shown, above, total }: GroupSize): string {
  const here = shown + above;
  const size =
    total !== undefined && total > here ? `${shown} of ${total} prompts` : countWithNoun(here, 'prompt');
  return above > 0 ? `${size}, ${above} above` : size;
}
