/**
 * Topic name → the group its chip belongs to (DECISIONS 25). A topic that is not listed is its own group,
 * so a new topic needs a line here only when it should share a chip.
 */
const GROUP_OF_TOPIC: Readonly<Record<string, string>> = {
  'Task Systems': 'Time & Task Systems',
  'Time Blocking & Focus': 'Time & Task Systems',
  'Social Media Posts': 'Social Media Content',
  'Short Video Scripts': 'Video Scripts',
  'Long Video & Podcasts': 'Video Scripts',
  'Elder Care': 'Caring for Aging Parents & Elder Care',
  'Resumes & CVs': 'Job Applications',
  'Cover Letters & Outreach': 'Job Applications',
};

export function displayGroupOf(topicName: string): string {
  return GROUP_OF_TOPIC[topicName] ?? topicName;
}

export interface DisplayGroup<Topic> {
  name: string;
  promptCount: number;
  topics: Topic[];
}

/** Groups in the order their first topic comes, counts summed. */
export function groupTopics<Topic extends { name: string; promptCount: number }>(
  topics: readonly Topic[],
): DisplayGroup<Topic>[] {
  const groups = new Map<string, DisplayGroup<Topic>>();
  for (const topic of topics) {
    const name = displayGroupOf(topic.name);
    const group = groups.get(name) ?? { name, promptCount: 0, topics: [] };
    group.promptCount += topic.promptCount;
    group.topics.push(topic);
    groups.set(name, group);
  }
  return [...groups.values()];
}
