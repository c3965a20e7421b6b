-- Reports are of the conversations that began within some days, and their lists run through them newest first.
create index contacts_made on chat.contacts (customer_account, created_at, contact_id);
