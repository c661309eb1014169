-- When a plan whose month is skipped is charged again: the provider counts months from the day the plan began, so after
-- February it is not a month after the month's start. Null until the next sync.
alter table subscriptions add column paused_until timestamptz;
