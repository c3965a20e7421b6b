-- The log of consent is read newest first.
create index consents_newest on events.consents (customer_account, at desc, id desc);
