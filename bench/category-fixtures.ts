/** The real categories by slug, with generated prompts instead of the real ones. */
export const CATEGORIES: Readonly<Record<string, { name: string; topics: readonly string[] }>> = {
  productivity: {
    name: 'Productivity',
    topics: [
      'task-systems',
      'time-blocking',
      'meetings-decisions',
      'planning-reviews',
      'email-inbox',
      'delegation-teams',
      'coding-automation',
    ],
  },
  'content-creation': {
    name: 'Content Creation',
    topics: [
      'social-media-posts',
      'short-video-scripts',
      'long-video-podcasts',
      'articles-blog-posts',
      'newsletters-email-marketing',
      'editing-rewriting',
    ],
  },
  family: {
    name: 'Family',
    topics: [
      'family-meetings',
      'parenting-young-children',
      'parenting-teens',
      'elder-care',
      'couples-partnership',
      'household-routines',
    ],
  },
  fitness: {
    name: 'Fitness',
    topics: [
      'strength-at-home',
      'gym-strength',
      'running-endurance',
      'mobility-recovery',
      'workout-planning',
      'eating-for-training',
    ],
  },
  health: {
    name: 'Health',
    topics: [
      'sleep-recovery',
      'nutrition-meals',
      'stress-mind',
      'doctor-visits',
      'living-with-a-condition',
      'healthy-habits',
    ],
  },
  career: {
    name: 'Career',
    topics: [
      'resumes-cvs',
      'cover-letters-outreach',
      'interviews',
      'pay-negotiation',
      'leadership-managing',
      'coding-technical-careers',
    ],
  },
  'finance-investing': {
    name: 'Finance & Investing',
    topics: [
      'budgets-cash-flow',
      'saving-debt',
      'investing-basics',
      'portfolio-review',
      'retirement',
      'small-business-money',
    ],
  },
};
