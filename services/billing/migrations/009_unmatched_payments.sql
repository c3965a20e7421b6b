-- A payment that somebody must look at is unmatched, and a callback that does not fit what M-Pesa says is conflicting.
alter table billing.payments no force row level security;
alter table billing.payments drop constraint payments_state_check;
update billing.payments set state = 'unmatched' where state = 'parked';
alter table billing.payments add constraint payments_state_check
  check (state in ('requested', 'prompted', 'paid', 'refused', 'timed_out', 'unknown', 'unmatched'));
alter table billing.payments force row level security;

alter table billing.approvals drop constraint approvals_kind_check;
update billing.approvals set kind = 'unmatched' where kind = 'parked';
alter table billing.approvals add constraint approvals_kind_check check (kind in ('product', 'bank', 'unmatched'));

alter table billing.callbacks no force row level security;
alter table billing.callbacks drop constraint callbacks_state_check;
update billing.callbacks set state = 'conflicting' where state = 'odd';
alter table billing.callbacks add constraint callbacks_state_check check (state in ('new', 'used', 'conflicting'));
alter table billing.callbacks force row level security;
