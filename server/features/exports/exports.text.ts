import { defaultValue, fillText } from '#contract/fill-placeholders.ts';
import { PLANS } from '#contract/plans.ts';
import type { Variable } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import type { FullPrompt } from '../prompts/prompts.public.ts';
import type { FileFormat } from './exports.file.ts';
import { isJson } from './exports.row.ts';

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
  const { title, description, tier, category, topic, version } = card;
  const plan = PLANS.find((one) => one.tier === tier)?.name ?? TIER_NAMES[tier];
  const head = `${title}\n${category.name} / ${topic.name}, ${TIER_NAMES[tier]}, version ${version}\n\n${description}\n`;
  if (text === null) return `${head}\nLocked: this prompt is part of the ${plan} plan.\n`;
  return `${head}${fields(text.variables)}\n${'-'.repeat(72)}\n${readable(text)}\n`;
}

/** As it is copied before anybody fills in a field: with defaults, and labels where the text is open. */
function readable({ content, variables }: NonNullable<FullPrompt['text']>): string {
  const values = Object.fromEntries(variables.map((variable) => [variable.name, defaultValue(variable)]));
  return fillText(content, { variables, values, isJson: isJson(content) });
}

function fields(variables: readonly Variable[]): string {
  if (variables.length === 0) return '';
  const lines = variables.map((variable) => {
    const { label, options } = variable;
    const initial = defaultValue(variable);
    const words = [
      initial ? `${label}: ${initial}` : `[${label}]`,
      ...(options ? [`one of ${options.join(', ')}`] : []),
    ];
    return `  ${words.join('; ')}`;
  });
  return `\nFill in or change:\n${lines.join('\n')}\n`;
}
