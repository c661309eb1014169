import type { ColumnType, Generated } from 'kysely';
import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';

/** The tables as Kysely sees them; snake_case stays in SQL. Made by server/migrations. */
export interface Database {
  categories: CategoriesTable;
  topics: TopicsTable;
  prompts: PromptsTable;
  prompt_stats: PromptStatsTable;
  prompt_search: PromptSearchTable;
  search_words: SearchWordsTable;
  schema_migrations: SchemaMigrationsTable;
}

interface CategoriesTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  position: number;
}

interface TopicsTable extends CategoriesTable {
  category_id: string;
}

interface PromptsTable {
  id: string;
  category_id: string;
  topic_id: string;
  title: string;
  summary: string;
  description: string;
  content: string;
  /** Written as JSON text, read parsed. */
  variables: ColumnType<Variable[], string, string>;
  tier: Tier;
  featured: boolean;
  created_by: string | null;
  created_at: ColumnType<Date, Date | undefined, never>;
  updated_at: Generated<Date>;
  source: string;
  source_key: string;
  source_hash: string;
}

interface PromptStatsTable {
  prompt_id: string;
  category_id: string;
  topic_id: string;
  tier_rank: number;
  featured: boolean;
  is_listed: Generated<boolean>;
  title_key: string;
  /** bigint: the driver hands it over as text. */
  newest_key: ColumnType<string, string | bigint, string | bigint>;
  copy_count: Generated<number>;
  favorite_count: Generated<number>;
  upvotes: Generated<number>;
  downvotes: Generated<number>;
  comment_count: Generated<number>;
  /** numeric: the driver hands it over as text, two decimals. */
  rating: ColumnType<string, string | undefined, string>;
}

interface PromptSearchTable {
  prompt_id: string;
  category_id: string;
  topic_id: string;
  tier_rank: number;
  title_document: string;
  public_document: string;
  full_document: string;
}

interface SearchWordsTable {
  word: string;
  prompts: number;
}

interface SchemaMigrationsTable {
  name: string;
  applied_at: Generated<Date>;
}
