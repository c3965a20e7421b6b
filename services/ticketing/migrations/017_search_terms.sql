-- The terms that a ticket is found by.
alter table ticketing.words rename to search_terms;
alter index ticketing.words_word rename to search_terms_word;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'ticketing.search_terms'::regclass and starts_with(conname, 'words_')
  loop
    execute format('alter table ticketing.search_terms rename constraint %I to %I', old,
      replace(old, 'words_', 'search_terms_'));
  end loop;
end $$;
