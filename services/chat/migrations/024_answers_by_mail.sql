alter table chat.contacts
  -- The address that answers are mailed to as well: the customer left a message when nobody was there. Empty: none.
  add column mail_to text not null default '',
  -- The newest of our messages that was mailed.
  add column mailed_upto bigint not null default 0;
