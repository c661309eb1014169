import type { ColumnType, Generated } from 'kysely';
import type { Source, Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Vote } from '#contract/votes.ts';

/** The tables as Kysely sees them; snake_case stays in SQL. Made by server/migrations. */
export interface Database {
  categories: CategoriesTable;
  topics: TopicsTable;
  prompts: PromptsTable;
  prompt_versions: PromptVersionsTable;
  prompt_stats: PromptStatsTable;
  search_vocabulary: SearchVocabularyTable;
  prompt_requests: PromptRequestsTable;
  users: UsersTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  favorites: FavoritesTable;
  votes: VotesTable;
  copies: CopiesTable;
  recents: RecentsTable;
  comments: CommentsTable;
  comment_votes: CommentVotesTable;
  comment_reports: CommentReportsTable;
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
  keywords: Generated<string[]>;
  /** Written as JSON text, read parsed. */
  sources: ColumnType<Source[], string | undefined, string>;
  reviewed: ColumnType<Date | null, string | null | undefined, string | null>;
  review_due: ColumnType<Date | null, string | null | undefined, string | null>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | undefined, never>;
  updated_at: Generated<Date>;
  source: string;
  source_key: string;
  source_hash: string;
  retired_at: Date | null;
  featured_by_staff: boolean | null;
}

interface PromptVersionsTable {
  prompt_id: string;
  number: number;
  title: string;
  content: string;
  /** Written as JSON text, read parsed. */
  variables: ColumnType<Variable[], string, never>;
  change: string | null;
  created_at: Date;
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

interface SearchVocabularyTable {
  word: string;
  prompts: number;
}

interface PromptRequestsTable {
  text: string;
  user_id: string;
  created_at: CreatedAt;
  done_at: Date | null;
}

/** Written once; the default is the time of the transaction. */
type CreatedAt = ColumnType<Date, Date | undefined, never>;

interface UsersTable {
  id: string;
  issuer: string;
  subject: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  tier: Generated<Tier>;
  are_recents_paused: Generated<boolean>;
  own_name: Generated<string | null>;
  open_in_url: Generated<string | null>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

interface SessionsTable {
  token_hash: Buffer;
  id: Generated<string>;
  user_id: string;
  device: Generated<string | null>;
  used_at: Generated<Date>;
  created_at: CreatedAt;
  expires_at: Date;
}

interface SignInAttemptsTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  nonce: string;
  code_verifier: string;
  return_url: string;
  expires_at: Date;
}

interface FavoritesTable {
  user_id: string;
  prompt_id: string;
  created_at: CreatedAt;
}

interface VotesTable {
  user_id: string;
  prompt_id: string;
  kind: Vote;
  created_at: CreatedAt;
  changed_at: Date | null;
}

interface CopiesTable {
  prompt_id: string;
  user_id: string;
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  /** Null for copies from before versions were kept. */
  version: number | null;
}

interface RecentsTable {
  user_id: string;
  prompt_id: string;
  used_at: Date;
}

interface CommentsTable {
  id: string;
  prompt_id: string;
  user_id: string | null;
  parent_id: string | null;
  content: string;
  upvotes: Generated<number>;
  created_at: CreatedAt;
  edited_at: Date | null;
  deleted_at: Date | null;
}

interface CommentVotesTable {
  comment_id: string;
  user_id: string;
}

interface CommentReportsTable {
  comment_id: string;
  user_id: string;
  reason: string;
  details: string | null;
  created_at: CreatedAt;
}

interface SchemaMigrationsTable {
  name: string;
  applied_at: Generated<Date>;
}
