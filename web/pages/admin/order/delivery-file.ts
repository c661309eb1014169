import type { Order } from '#contract/orders.ts';

/** The newest delivery as a file, to be changed; before the first, a beginning. */
export function newestFile({ deliveries, brief }: Order): string {
  const newest = deliveries.at(-1);
  const title = newest?.title ?? brief.goal;
  // JSON is YAML: every text is quoted, whatever is in it.
  const front = [
    `title: ${JSON.stringify(title)}`,
    'summary: Written for one buyer.',
    'description: Written for one buyer, who ordered it.',
    'tier: engineer',
    `variables: ${JSON.stringify(newest?.variables ?? [])}`,
  ];
  return `---\n${front.join('\n')}\n---\n\n${newest?.content ?? ''}`;
}
