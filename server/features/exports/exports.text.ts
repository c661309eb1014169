import { defaultValue, fillText } from '#contract/fill-placeholders.ts';
import { PLANS } from '#contract/plans.ts';
import type { Variable } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import type { ExportedCollection, ExportedPrompt, FileFormat } from './exports.file.ts';
import { isJson } from './exports.row.ts';

const RULE = '='.repeat(72);

/** For reading and printing. */
export const TEXT: FileFormat = {
  type: 'text/plain; charset=utf-8',
  extension: 'txt',
  head: (collection) => (collection === undefined ? '' : `${cover(collection)}\n${RULE}\n\n`),
  tail: '',
  write: (prompt, index) => `${index > 0 ? `\n${RULE}\n\n` : ''}${page(prompt)}`,
};

function cover({ name, description }: ExportedCollection): string {
  return `${name}\n${description === '' ? '' : `\n${description}\n`}`;
}

function page({ card, text, note }: ExportedPrompt): string {
  const { title, description, tier, category, topic, version } = card;
  const plan = PLANS.find((candidate) => candidate.tier === tier)?.name ?? TIER_NAMES[tier];
  const subtitle = `${category.name} / ${topic.name}, ${TIER_NAMES[tier]}, version ${version}`;
  const head = `${title}\n${subtitle}\n\n${description}\n${note ? `\nNote: ${note}\n` : ''}`;
  if (text === null) return `${head}\nLocked: this prompt is part of the ${plan} plan.\n`;
  return `${head}${fields(text.variables)}\n${'-'.repeat(72)}\n${readable(text)}\n`;
}

/** As it is copied before anybody fills in a field: with defaults, and labels where the text is open. */
function readable({ content, variables }: NonNullable<ExportedPrompt['text']>): string {
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
