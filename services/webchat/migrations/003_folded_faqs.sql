-- Questions are found whatever accents are typed, or left out.
create function webchat.folded(said text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(said, nfkd), '[\u0300-\u036f]', '', 'g')) $$;
alter table webchat.faqs drop column words;
alter table webchat.faqs add column words tsvector generated always as (
  setweight(to_tsvector('simple', webchat.folded(question)), 'A') || setweight(to_tsvector('simple', webchat.folded(answer)), 'B')
) stored;
