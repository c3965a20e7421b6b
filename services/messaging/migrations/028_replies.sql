-- Opt-outs and requests for help are each answered once in 24 hours.
alter table messaging.stop_replies
  add column kind text not null default 'stop' check (kind in ('stop', 'help')),
  drop constraint stop_replies_pkey,
  add primary key (customer_account, msisdn, kind);
