-- The words a text is found by: without accents, in lower case, numbers without the signs between their digits. What is
-- looked for goes through the same function, so both sides agree whatever the database's language is.
create function chat.words_of(said text) returns setof text language sql immutable parallel safe as $$
  select distinct left(word, 40) from regexp_split_to_table(
    regexp_replace(
      lower(regexp_replace(normalize(left(said, 20000), nfkd), '[\u0300-\u036f]', '', 'g')),
      '(\d)[\s()-]+(?=\d)', '\1', 'g'),
    '[^a-z0-9\u00c0-\u1fff\u2c00-\u2fff\u3040-\U0010ffff]+') word
  where length(word) >= 2 limit 400 $$;

-- The words a conversation is found by. Below row-level security only leakproof comparisons of columns may use an index,
-- so the words are rows, and a search is a range of them.
create table chat.words (
  customer_account text not null,
  contact_id bigint not null,
  word text collate "C" not null,
  primary key (customer_account, contact_id, word),
  foreign key (customer_account, contact_id) references chat.contacts (customer_account, contact_id) on delete cascade
);
create index words_word on chat.words (customer_account, word, contact_id);

-- A number is found from its country's digits, from its 0 or from neither, and by its last six.
create function chat.words_about(name text, email text, msisdn text, user_id text) returns setof text
  language sql immutable parallel safe as $$
  select chat.words_of(concat_ws(' ; ', name, email, user_id))
  union
  select form from regexp_replace(coalesce(msisdn, ''), '\D', '', 'g') digits,
    lateral (values (digits), ('0' || substr(digits, 4)), (substr(digits, 4)), (right(digits, 6))) forms (form)
  where length(digits) > 6 $$;

-- All words of a conversation anew: something in it changed or was taken away.
create function chat.reword(account text, contact bigint) returns void language sql as $$
  with said as (
    select w as word from chat.contacts c, lateral chat.words_about(c.name, c.email, c.msisdn, c.user_id) w
      where c.customer_account = account and c.contact_id = contact
    union
    select w from chat.messages m, lateral chat.words_of(concat_ws(' ; ', m.text, m.file_name)) w
      where m.customer_account = account and m.contact_id = contact and m.deleted_at is null
  ), gone as (
    delete from chat.words x where x.customer_account = account and x.contact_id = contact
      and not exists (select from said where said.word = x.word)
  )
  insert into chat.words (customer_account, contact_id, word)
  select account, contact, word from said order by word on conflict do nothing $$;

create function chat.message_written() returns trigger language plpgsql as $$
begin
  insert into chat.words (customer_account, contact_id, word)
  select distinct m.customer_account, m.contact_id, w
  from fresh m, lateral chat.words_of(concat_ws(' ; ', m.text, m.file_name)) w
  where m.deleted_at is null order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
create trigger words_written after insert on chat.messages
  referencing new table as fresh for each statement execute function chat.message_written();

create function chat.message_changed() returns trigger language plpgsql as $$
begin
  perform chat.reword(changed.customer_account, changed.contact_id) from (
    select distinct n.customer_account, n.contact_id
    from fresh n join before o on o.customer_account = n.customer_account and o.id = n.id
    where (o.text, o.file_name, o.deleted_at is null) is distinct from (n.text, n.file_name, n.deleted_at is null)) changed;
  return null;
end $$;
create trigger words_changed after update on chat.messages
  referencing old table as before new table as fresh for each statement execute function chat.message_changed();

create function chat.contact_made() returns trigger language plpgsql as $$
begin
  insert into chat.words (customer_account, contact_id, word)
  select distinct c.customer_account, c.contact_id, w
  from fresh c, lateral chat.words_about(c.name, c.email, c.msisdn, c.user_id) w
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
create trigger words_made after insert on chat.contacts
  referencing new table as fresh for each statement execute function chat.contact_made();

create function chat.contact_changed() returns trigger language plpgsql as $$
begin
  perform chat.reword(changed.customer_account, changed.contact_id) from (
    select n.customer_account, n.contact_id
    from fresh n join before o on o.customer_account = n.customer_account and o.contact_id = n.contact_id
    where (o.name, o.email, o.msisdn, o.user_id) is distinct from (n.name, n.email, n.msisdn, n.user_id)) changed;
  return null;
end $$;
create trigger words_changed after update on chat.contacts
  referencing old table as before new table as fresh for each statement execute function chat.contact_changed();

-- What is there already. The owner reads and writes it here: forced again when the migrations end.
alter table chat.contacts no force row level security;
alter table chat.messages no force row level security;
insert into chat.words (customer_account, contact_id, word)
  select c.customer_account, c.contact_id, w from chat.contacts c,
    lateral chat.words_about(c.name, c.email, c.msisdn, c.user_id) w on conflict do nothing;
insert into chat.words (customer_account, contact_id, word)
  select distinct m.customer_account, m.contact_id, w from chat.messages m,
    lateral chat.words_of(concat_ws(' ; ', m.text, m.file_name)) w
  where m.deleted_at is null on conflict do nothing;
