-- How often each disposition was chosen is counted in the index alone.
create index contacts_disposition on chat.contacts (customer_account, disposition_type_id)
  where disposition_type_id is not null;
-- The list of one channel, newest first: of a quiet channel it would run through all the others.
create index contacts_channel on chat.contacts (customer_account, channel, latest_at desc, contact_id desc);
-- Who was joined into somebody.
create index people_merged on chat.people (customer_account, merged_into) where merged_into is not null;
