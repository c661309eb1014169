/** What makes the library worth reading, beyond what it takes to load. Lengths are in characters. */
export const RULES = {
  title: [20, 80],
  summary: [70, 200],
  description: [120, 500],
  slugMax: 60,
  keywords: [5, 10],
  /** Of one keyword. */
  keywordWords: 3,
  keywordCharacters: 40,
  variables: { basic: [1, 3], advanced: [2, 7], pro: [2, 8], engineer: [2, 8] },
  words: { basic: [60, 160], advanced: [120, 500], pro: [250, 1200], engineer: [350, 2500] },
  /** At most, of all prompts. */
  styleShares: { saying: 0.1, check: 0.4, for: 0.3, gets: 0.2 },
  /** Of each way of writing a prompt, of all prompts: none is missing, and none is the rule. */
  formShare: [0.02, 0.5],
  /** Of fewer prompts shares say nothing. */
  styleFrom: 30,
  /** Wrong or out of date it does harm: prompts of these categories name a source. */
  sourcedCategories: ['health', 'finance-investing'],
  tierShares: { basic: [0.33, 0.5], advanced: [0.2, 0.4], pro: [0.12, 0.35], engineer: [0.02, 0.15] },
  /** Prompts that give a JSON Schema and demand an answer in it; `content:report` counts them, too. */
  schemaPrompts: 60,
  prompts: 1600,
  promptsOfCategory: 150,
  topicsOfCategory: 8,
  promptsOfTopic: 8,
  /** What people ask most for has more to choose from. */
  promptsOfPopularTopic: 15,
  popularTopics: [
    ...['agents-system-prompts', 'prompt-building', 'data-sql-spreadsheets', 'python-scripting'],
    ...['web-apps-apis-tests', 'debugging-code-review', 'slides-summaries', 'image-prompts'],
    ...['video-voice-models', 'ads-landing-pages', 'ecommerce-listings', 'seo-ai-search', 'localization'],
    ...['poems-songs-games', 'linkedin', 'sales-outreach', 'startup-pitch', 'product-management'],
    ...['customer-support', 'hiring', 'language-practice', 'tutoring-by-subject', 'lesson-plans-quizzes'],
    ...['story-role-play-games', 'speeches-events', 'home-garden-pets', 'fat-loss', 'yoga-mobility'],
    ...['cycling-swimming', 'form-check-video', 'recipes-meal-plans', 'anxiety-mood'],
    ...['reading-labs-documents', 'plain-language-explanations', 'spreadsheet-models'],
    ...['stock-fund-research', 'scams-crypto-safety', 'country-packs', 'side-income'],
  ],
  topicDescriptionMin: 40,
  /** Words of a topic's description that its name does not have already. */
  topicDescriptionWords: 5,
  /** Exemplars a prompt of the tier has at least; a featured one of any tier has one. */
  exemplars: { basic: 0, advanced: 1, pro: 2, engineer: 2 },
  exemplarsOfFeatured: 1,
  exemplarModel: 'example',
  /** Under headings with these words, an engineer prompt has what somebody needs to deploy it. */
  engineerParts: ['system prompt', 'tools', 'schema', 'cases', 'cost'],
  /** Messages to send after the first answer, of a pro prompt. */
  proMessages: 2,
  /** Of an exemplar's output: enough to judge the prompt by, and to be read next to it. */
  exemplarWords: [80, 1500],
  contentSimilarity: 0.35,
  titleSimilarity: 0.5,
  openingWords: 6,
  openingShare: 0.01,
  popularWords: ['fitness', 'coding', 'writing', 'business', 'marketing'],
  popularWordMin: 3,
} as const;
