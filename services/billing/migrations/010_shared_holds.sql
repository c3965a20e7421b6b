-- A hold may let others take some of it: a run of a survey holds its cost once, and each of its SMS is held out of that.
-- What stood before lets no other hold take anything.
alter table billing.holds
  drop constraint holds_check,
  -- So much of it other holds may take, and what they have taken and not given back.
  add column shared_cents bigint not null default 0,
  add column moved_cents bigint not null default 0,
  -- What was charged for those holds, wherever the money was taken, and what was refunded of that later.
  add column others_settled_cents bigint not null default 0,
  add column others_refunded_cents bigint not null default 0,
  -- The hold that this one was taken out of, and how much of it was taken there and not given back.
  add column out_of text,
  add column taken_cents bigint not null default 0,
  add constraint holds_within check (settled_cents + released_cents + moved_cents <= held_cents),
  add constraint holds_shared check (moved_cents between 0 and shared_cents and shared_cents <= held_cents),
  add constraint holds_taken check (taken_cents between 0 and held_cents and (out_of is not null or taken_cents = 0)),
  add foreign key (customer_account, out_of) references billing.holds (customer_account, reference);
create index holds_out_of on billing.holds (customer_account, out_of) where out_of is not null;
