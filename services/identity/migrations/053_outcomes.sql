-- What an erasure did with a kind of data is its `outcome`.
alter table identity.person_requests no force row level security;
update identity.person_requests set outcome = (
    select jsonb_agg(
      case when found ? 'fate' then found - 'fate' || jsonb_build_object('outcome', found -> 'fate') else found end order by n)
    from jsonb_array_elements(outcome) with ordinality as given (found, n))
  where jsonb_array_length(outcome) > 0;
alter table identity.person_requests force row level security;
