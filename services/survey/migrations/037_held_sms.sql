-- What of the money that is held for a run is for its SMS; the rest is for templates on WhatsApp. Of runs that were
-- started before it is 0: each of their SMS holds its own price.
alter table survey.instances add column sms_held_cents bigint not null default 0;
