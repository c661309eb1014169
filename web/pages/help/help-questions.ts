/** What the help page answers, each at an address of its own: `/help#refunds`. */
export const HELP_QUESTIONS = {
  free: 'What can I use for free?',
  copying: 'How do I use a prompt?',
  variables: 'What happens to the values I fill in?',
  exports: 'Which files can I download?',
  plans: 'What do the plans cost?',
  trial: 'How does the free trial work?',
  changes: 'How do I change or cancel my plan?',
  refunds: 'Can I get a refund?',
  'custom-prompts': 'Can someone write a prompt for me?',
  collections: 'Can I share a collection?',
  teams: 'What are teams?',
  privacy: 'What do you store about me?',
  deletion: 'How do I delete my account?',
  api: 'Is there an API?',
} as const;

export type HelpQuestion = keyof typeof HELP_QUESTIONS;
