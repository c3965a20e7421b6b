-- Lists of an account's e-mail, such as "Offers" and "News". One is archived, never deleted: mails that were sent for it
-- keep their link to unsubscribe from it.
create table email.lists (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  description text not null default '',
  archived_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index lists_name on email.lists (customer_account, lower(name));

-- The list that a bulk mailing is sent for; none: it is for all its recipients.
alter table email.mailings add list_id bigint,
  add foreign key (customer_account, list_id) references email.lists (customer_account, id);

-- A suppression is of one list, or without a list of all mails. An address may have one of each.
alter table email.suppressions add list_id bigint,
  add foreign key (customer_account, list_id) references email.lists (customer_account, id),
  drop constraint suppressions_customer_account_address_key,
  add constraint suppressions_address_list unique nulls not distinct (customer_account, address, list_id);
