-- The tokens in the addresses that a provider calls back, by their SHA-256.
alter table billing.payment_doors rename to payment_callback_tokens;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'billing.payment_callback_tokens'::regclass and starts_with(conname, 'payment_doors_')
  loop
    execute format('alter table billing.payment_callback_tokens rename constraint %I to %I', old,
      replace(old, 'payment_doors_', 'payment_callback_tokens_'));
  end loop;
end $$;
