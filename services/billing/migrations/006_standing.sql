-- Why the account may not spend for now, in the words its people read; null: it may. Told by the identity service, and
-- kept in the wallet, whose lock every change of money takes.
alter table billing.wallets add column suspended text;
