-- Events of different types about one customer are incidents of their own: the later one hid the earlier one.
alter table billing_incidents drop constraint billing_incidents_pkey;
alter table billing_incidents add primary key (kind, subject, detail);
