-- A notice of a changed prompt names the day of the copy, as the prompt's card does.

alter table notices
  -- Of the member's last copy; null where it tells of something else, or of several prompts.
  add column copied_on date;
