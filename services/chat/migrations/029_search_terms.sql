-- The terms that a conversation is found by.
alter table chat.words rename to search_terms;
alter index chat.words_word rename to search_terms_word;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'chat.search_terms'::regclass and starts_with(conname, 'words_')
  loop
    execute format('alter table chat.search_terms rename constraint %I to %I', old, replace(old, 'words_', 'search_terms_'));
  end loop;
end $$;

alter function chat.words_of rename to text_search_terms;
alter function chat.words_about rename to contact_search_terms;
alter function chat.reword rename to refresh_search_terms;
alter function chat.message_written rename to index_new_messages;
alter function chat.message_changed rename to reindex_changed_messages;
alter function chat.contact_made rename to index_new_contacts;
alter function chat.contact_changed rename to reindex_changed_contacts;
alter trigger words_written on chat.messages rename to search_terms_insert;
alter trigger words_changed on chat.messages rename to search_terms_update;
alter trigger words_made on chat.contacts rename to search_terms_insert;
alter trigger words_changed on chat.contacts rename to search_terms_update;

-- What the functions do is the same; they name the table and each other.
create or replace function chat.contact_search_terms(name text, email text, msisdn text, user_id text) returns setof text
  language sql immutable parallel safe as $$
  select chat.text_search_terms(concat_ws(' ; ', name, email, user_id))
  union
  select form from regexp_replace(coalesce(msisdn, ''), '\D', '', 'g') digits,
    lateral (values (digits), ('0' || substr(digits, 4)), (substr(digits, 4)), (right(digits, 6))) forms (form)
  where length(digits) > 6 $$;

create or replace function chat.refresh_search_terms(account text, contact bigint) returns void language sql as $$
  with said as (
    select w as word from chat.contacts c, lateral chat.contact_search_terms(c.name, c.email, c.msisdn, c.user_id) w
      where c.customer_account = account and c.contact_id = contact
    union
    select w from chat.messages m, lateral chat.text_search_terms(concat_ws(' ; ', m.text, m.file_name)) w
      where m.customer_account = account and m.contact_id = contact and m.deleted_at is null
  ), gone as (
    delete from chat.search_terms x where x.customer_account = account and x.contact_id = contact
      and not exists (select from said where said.word = x.word)
  )
  insert into chat.search_terms (customer_account, contact_id, word)
  select account, contact, word from said order by word on conflict do nothing $$;

create or replace function chat.index_new_messages() returns trigger language plpgsql as $$
begin
  insert into chat.search_terms (customer_account, contact_id, word)
  select distinct m.customer_account, m.contact_id, w
  from fresh m, lateral chat.text_search_terms(concat_ws(' ; ', m.text, m.file_name)) w
  where m.deleted_at is null order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;

create or replace function chat.reindex_changed_messages() returns trigger language plpgsql as $$
begin
  perform chat.refresh_search_terms(changed.customer_account, changed.contact_id) from (
    select distinct n.customer_account, n.contact_id
    from fresh n join before o on o.customer_account = n.customer_account and o.id = n.id
    where (o.text, o.file_name, o.deleted_at is null) is distinct from (n.text, n.file_name, n.deleted_at is null)) changed;
  return null;
end $$;

create or replace function chat.index_new_contacts() returns trigger language plpgsql as $$
begin
  insert into chat.search_terms (customer_account, contact_id, word)
  select distinct c.customer_account, c.contact_id, w
  from fresh c, lateral chat.contact_search_terms(c.name, c.email, c.msisdn, c.user_id) w
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;

create or replace function chat.reindex_changed_contacts() returns trigger language plpgsql as $$
begin
  perform chat.refresh_search_terms(changed.customer_account, changed.contact_id) from (
    select n.customer_account, n.contact_id
    from fresh n join before o on o.customer_account = n.customer_account and o.contact_id = n.contact_id
    where (o.name, o.email, o.msisdn, o.user_id) is distinct from (n.name, n.email, n.msisdn, n.user_id)) changed;
  return null;
end $$;
