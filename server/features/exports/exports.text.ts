import { PLANS } from '#contract/plans.ts';
import type { Variable } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import type { FullPrompt } from '../prompts/prompts.public.ts';
import type { FileFormat } from './exports.file.ts';

const RULE = '='.repeat(72);

/** For reading and printing. */
export const TEXT: FileFormat = {
  type: 'text/plain; charset=utf-8',
  extension: 'txt',
  head: '',
  tail: '',
  write: (prompt, index) => `${index > 0 ? `\n${RULE}\n\n` : ''}${page(prompt)}`,
};

function page({ card, text }: FullPrompt): string {
  const { title, description, tier, category, topic } = card;
  const plan = PLANS.find((one) => one.tier === tier)?.name ?? TIER_NAMES[tier];
  const head = `${title}\n${category.name} / ${topic.name}, ${TIER_NAMES[tier]}\n\n${description}\n`;
  if (text === null) return `${head}\nLocked: this prompt is part of the ${plan} plan.\n`;
  return `${head}${fields(text.variables)}\n${'-'.repeat(72)}\n${text.content}\n`;
}

function fields(variables: readonly Variable[]): string {
  if (variables.length === 0) return '';
  const lines = variables.map(({ name, label, options, default: initial }) => {
    const words = [
      label,
      ...(options ? [`one of ${options.join(', ')}`] : []),
      ...(initial === undefined ? [] : [`otherwise ${initial}`]),
    ];
    return `  [${name}] ${words.join('; ')}`;
  });
  return `\nFill in:\n${lines.join('\n')}\n`;
}
