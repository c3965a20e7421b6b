-- A text as it is looked for: in lower case, without accents.
create function chat.folded(said text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(left(said, 20000), nfkd), '[\u0300-\u036f]', '', 'g')) $$;
