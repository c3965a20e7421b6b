-- When identity named this person no longer: no ticket is given to them, and no menu offers them. What was theirs stays.
alter table ticketing.people add column left_at timestamptz;
