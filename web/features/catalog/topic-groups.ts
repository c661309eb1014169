import type { Topic } from '#contract/catalog.ts';

type Grouped = Pick<Topic, 'group' | 'promptCount'>;

export interface TopicGroup<Each extends Grouped = Topic> {
  name: string;
  promptCount: number;
  topics: Each[];
}

/** Groups in the order their first topic comes, counts summed. */
export function groupTopics<Each extends Grouped>(topics: readonly Each[]): TopicGroup<Each>[] {
  const groups = new Map<string, TopicGroup<Each>>();
  for (const topic of topics) {
    const group = groups.get(topic.group) ?? { name: topic.group, promptCount: 0, topics: [] };
    group.promptCount += topic.promptCount;
    group.topics.push(topic);
    groups.set(topic.group, group);
  }
  return [...groups.values()];
}
