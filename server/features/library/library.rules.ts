/** What makes the library worth reading, beyond what it takes to load. Lengths are in characters. */
export const RULES = {
  title: [20, 80],
  summary: [70, 200],
  description: [120, 500],
  slugMost: 60,
  variables: [2, 7],
  words: { basic: [80, 200], advanced: [150, 350], pro: [250, 600], engineer: [350, 900] },
  tierShares: { basic: 0.45, advanced: 0.3, pro: 0.2, engineer: 0.05 },
  tierShareTolerance: 0.03,
  jsonShare: [0.08, 0.12],
  prompts: 1050,
  promptsOfCategory: 150,
  topicsOfCategory: 8,
  promptsOfTopic: 12,
  topicDescriptionLeast: 40,
  /** Words of a topic's description that its name does not have already. */
  topicDescriptionWords: 5,
  /** Exemplars a prompt of the tier has at least; a featured one of any tier has one. */
  exemplars: { basic: 0, advanced: 0, pro: 2, engineer: 2 },
  exemplarsOfFeatured: 1,
  exemplarModel: 'example',
  /** Of an exemplar's output: enough to judge the prompt by, and to be read beside it. */
  exemplarWords: [80, 400],
  contentSimilarity: 0.35,
  titleSimilarity: 0.5,
  openingWords: 6,
  openingShare: 0.01,
  popularWords: ['fitness', 'coding', 'writing', 'business', 'marketing'],
  popularWordFound: 3,
} as const;
