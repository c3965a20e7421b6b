-- Answered conversations by when they ended.
create index contacts_finished on chat.contacts (customer_account, ended_at, contact_id)
  where ended and first_reply_at is not null;
