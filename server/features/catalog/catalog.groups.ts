/**
 * The topics that share a chip, by the name of their group. A topic that is not listed is its own
 * group, so a new topic needs an entry here only when it should share a chip.
 */
export const TOPICS_OF_GROUP: Readonly<Record<string, readonly string[]>> = {
  'Time & Task Systems': ['Task Systems', 'Time Blocking & Focus'],
  'Meetings & Teams': ['Meetings & Decisions', 'Delegation & Teams'],
  'Plans & Projects': ['Planning & Reviews', 'Projects & Roadmaps'],
  'Coding & Data': [
    'Coding & Automation',
    'Data, SQL & Spreadsheets',
    'Debugging & Code Review',
    'Python & Scripting',
    'Web Apps, APIs & Tests',
  ],
  'Prompts & Agents': ['Prompt Building & Evaluation', 'Agents & System Prompts'],
  'Research & Documents': ['Research & Learning', 'Documents & Notes', 'Slides & Summaries'],

  'Social Media Content': ['Social Media Posts'],
  'Video Scripts': ['Short Video Scripts', 'Long Video & Podcasts', 'Video & Voice Models'],
  'Articles & Editing': ['Articles & Blog Posts', 'Editing & Rewriting'],
  'Marketing & Websites': [
    'Newsletters & Email Marketing',
    'Websites & Search',
    'Ads & Landing Pages',
    'Marketing & Brand Campaigns',
  ],
  'Shops & Search Engines': ['SEO & AI Search', 'E-commerce Listings'],
  'Stories, Poems & Songs': ['Stories & Fiction', 'Poems, Songs & Games'],
  'Images & Visuals': ['Image Prompts', 'Visuals & Image Briefs'],

  'Children & Teens': [
    'Parenting Young Children',
    'Parenting Teens',
    'School & Learning',
    'Story & Role-Play Games',
  ],
  'Home & Household': ['Household & Routines', 'Home, Garden & Pets'],
  'Caring for Aging Parents & Elder Care': ['Elder Care'],
  'Holidays & Celebrations': ['Holidays & Travel', 'Celebrations & Traditions', 'Speeches & Events'],
  'Teaching & Tutoring': ['Language Practice', 'Tutoring by Subject', 'Lesson Plans & Quizzes'],

  'Strength Training': ['Strength at Home', 'Gym Strength', 'Form Check by Video'],
  'Running, Cycling & Sports': ['Running & Endurance', 'Cycling & Swimming', 'Sports Performance'],
  'Mobility & Recovery': ['Yoga & Mobility', 'Warm-Ups & Recovery'],
  'Eating & Fat Loss': ['Eating for Training', 'Fat Loss'],
  'Planning & Tracking': ['Workout Planning', 'Tracking & Testing'],

  'Food & Recipes': ['Nutrition & Meals', 'Recipes & Meal Plans'],
  'Mind & Mood': ['Stress & Mind', 'Anxiety & Mood'],
  'Doctors, Records & Screening': ['Doctor Visits', 'Medicines & Records', 'Prevention & Screening'],
  'Illness & Caring': ['Living with a Condition', 'Caring for Someone Ill'],
  'Results & Terms Explained': ['Reading Labs & Documents', 'Plain-Language Explanations'],

  'Job Applications': ['Resumes & CVs', 'Cover Letters & Outreach'],
  'Pay & Reviews': ['Pay & Negotiation', 'Reviews & Feedback'],
  'Job Search & Changes': ['Job Search Strategy', 'Career Changes'],
  'Leadership & Hiring': ['Leadership & Managing', 'Hiring'],
  'Tech & Product': ['Coding & Technical Careers', 'Product Management'],
  'Business, Sales & Support': [
    'Freelance & Own Business',
    'Sales & Outreach',
    'Startup & Pitch',
    'Customer Support',
  ],

  'Budgets, Saving & Debt': ['Budgets & Cash Flow', 'Saving & Debt'],
  'Investing & Portfolios': ['Investing Basics', 'Portfolio Review', 'Stock & Fund Research'],
  'Taxes, Insurance & Safety': [
    'Taxes & Paperwork',
    'Insurance & Protection',
    'Scams & Crypto Safety',
    'Country Packs: US, UK, EU, India',
  ],
  'Business & Side Income': ['Small Business Money', 'Side Income'],
};

const GROUP_OF_TOPIC = new Map(
  Object.entries(TOPICS_OF_GROUP).flatMap(([group, topics]) => topics.map((topic) => [topic, group])),
);

export function displayGroupOf(topicName: string): string {
  return GROUP_OF_TOPIC.get(topicName) ?? topicName;
}
