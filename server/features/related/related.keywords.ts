// Changed lists apply when prompts next change. To apply them at once: `delete from related_prompts`, then
// `npm run content:load`, which computes all where there are none.

/** English words of no subject. */
const STOP_WORDS = `
  about above across after again against all almost along already also although always among and another any are
  around ask away back because been before behind being below best better between both but came can cannot come could
  did does doing done down during each either else enough even ever every few first for from full gave gets getting
  give given gives giving goes going gone good got great had has have having her here hers him his how into its itself
  just keep keeps kept know known last least left less let like likely little long look made make makes making many
  may might mine more most much must near need needs neither never next none nor not nothing now off often once one
  only onto other our out over own part per put puts quite rather real really right said same say says see seem seen
  set sets she should since some something soon still such sure take taken takes taking than that the their them then
  there these they thing things this those three through till together too toward towards turn turned turns two under
  until upon use used useful using very want wants was way ways well went were what when where whether which while who
  whole whom whose why will with within without work works would yes yet you your yours`;

/** Words of any prompt, whatever its subject. */
const PROMPT_WORDS = `
  act answer answers assistant chatgpt describe detail detailed details expert format generate gpt help helps input
  inputs instruction instructions llm llms model models output outputs paste please prompt prompts provide reply
  request requests respond response responses result results role say step steps task tasks tell text word words write
  writes writing`;

const IGNORED_WORDS = new Set(`${STOP_WORDS} ${PROMPT_WORDS}`.split(/\s+/).filter(Boolean));

const MIN_LETTERS = 3;

/**
 * The words of a text's subject, each once: lower case, without accents, plurals as their singular. Numbers
 * are not among them.
 */
export function keywordsOf(text: string): Set<string> {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '');
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words
      .filter((word) => word.length >= MIN_LETTERS && !IGNORED_WORDS.has(word) && /\p{L}/u.test(word))
      .map(singular),
  );
}

/** Near enough for comparing: "analysis" becomes "analysi" wherever it stands. */
function singular(word: string): string {
  if (word.length <= MIN_LETTERS) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
