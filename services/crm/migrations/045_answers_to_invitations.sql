-- What the customer answered to the newest invitation of an appointment, when, and with which words.
alter table crm.appointments
  add column answer text check (answer in ('accepted', 'tentative', 'declined')),
  add column answered_at timestamptz,
  add column answer_comment text not null default '' check (length(answer_comment) <= 500),
  add check ((answer is null) = (answered_at is null));

-- A calendar program names an appointment by it.
create unique index appointments_uid on crm.appointments (customer_account, uid);
