import type { PromptFile } from '#server/features/library/library.format.ts';
import { givesSchema, isJson } from './check-counts.ts';
import { countWords } from './similarity.ts';

/** How prompts are written. A form is found by its marks; what has none of them is a bare command. */
export const PROMPT_PATTERNS = [
  'schema first',
  'system prompt',
  'few-shot',
  'interview first',
  'rubric',
  'template',
  'role brief',
  'bare command',
] as const;

export type Form = (typeof PROMPT_PATTERNS)[number];

const ROLE =
  /^(?:you are|act as|play|be (?:my|a|an|the)|as an? |take the role|work as|you (?:recruit|plan|help|edit|teach|review|write)\b)/i;
const INTERVIEW =
  /\b(?:interview me|ask me (?:at most |up to |about |for |the following|one|two|three|four|five|six|these|only)|ask (?:at most |up to )?(?:one|two|three|four|five|six|seven|eight|\d+) (?:short |quick )?questions? (?:first|before)|one question at a time)/i;
const FEW_SHOT =
  /^(?:#+ |\*\*)?(?:worked |an? )?examples?\b[^\n]{0,40}:?\s*$|\b(?:input|before):[\s\S]{0,400}?\b(?:output|after):/im;

export function formOf(prompt: PromptFile): Form {
  const { content } = prompt;
  if (/^#+ system prompt\b/im.test(content)) return 'system prompt';
  if (isJson(prompt) || givesSchema(prompt)) return 'schema first';
  if (FEW_SHOT.test(content)) return 'few-shot';
  if (INTERVIEW.test(content.slice(0, 700))) return 'interview first';
  if (/\brubric\b/i.test(content)) return 'rubric';
  if (/\btemplate\b/i.test(content)) return 'template';
  return ROLE.test(content) ? 'role brief' : 'bare command';
}

/** Has neither first nor second person. */
const FIRST_OR_SECOND_PERSON = /\b(?:i|me|my|mine|we|us|our|you|your)\b|\[|:/i;

/** First words of commands. A sentence that begins otherwise and addresses nobody is a saying. */
const COMMAND =
  /^(?:act|add|adapt|advise|analy[sz]e|answer|arrange|ask|assess|assume|audit|be|begin|break|build|calculate|change|check|choose|classify|code|collect|compare|compile|compose|compute|convert|copy|correct|count|create|critique|cut|debug|decide|define|describe|design|diagnose|divide|do|don't|draft|draw|edit|estimate|evaluate|examine|explain|extract|fill|find|fix|forecast|generate|give|grade|group|help|identify|imagine|improve|interview|invent|judge|keep|let|lay|list|look|make|map|mark|match|measure|merge|model|move|name|never|offer|open|order|organi[sz]e|outline|pack|parse|pick|plan|play|prepare|print|produce|propose|prove|put|rank|rate|read|rebuild|recast|recommend|reduce|rehearse|repair|replace|report|return|review|rewrite|run|scale|score|script|search|separate|set|shorten|show|simulate|sketch|solve|sort|split|start|state|structure|suggest|summari[sz]e|take|teach|tell|test|think|tidy|trace|train|transcribe|translate|treat|turn|untangle|use|verify|walk|weigh|work|write)\b/i;

/** A first sentence that states a truth about the world instead of beginning the task. */
export function opensWithAphorism(prompt: PromptFile): boolean {
  if (isJson(prompt) || /^[#*\-|>\d]/.test(prompt.content)) return false;
  const [first = ''] = prompt.content.split(/(?<=[.!?])\s|\n/);
  const words = countWords(first);
  if (ROLE.test(first) || /^this\b/i.test(first)) return false;
  return (
    words >= 4 &&
    words <= 35 &&
    /[.!?]$/.test(first) &&
    !FIRST_OR_SECOND_PERSON.test(first) &&
    !COMMAND.test(first)
  );
}

const CHECK_REQUEST =
  /(?:^|[.;:!?"”]\s+|\n|\*\*)(?:(?:finally|last|lastly|at the end|before [^,.]{3,40}|then|finish|first)[,:]?\s+)?(?:self[- ]?)?(?:check|verify|recheck|recalculate|recount|recompute|reread|confirm|test)\b/i;

/** Its last paragraph asks for a check of the answer. */
export function endsWithCheck({ content }: PromptFile): boolean {
  const last =
    content
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  return content.startsWith('{')
    ? /"[a-z_]*check[a-z_]*":[^\n]*\s*\}\s*$/i.test(content)
    : CHECK_REQUEST.test(last);
}

export const opensWithFor = ({ description }: PromptFile) => /^for\b/i.test(description);

export const summaryUsesGet = ({ summary }: PromptFile) => /\bgets?\b/i.test(summary);

/** Every required field has a help; a prompt without a required one counts. */
export const hasHelp = ({ variables }: PromptFile) =>
  variables.every(({ required, help }) => !required || help !== undefined);
