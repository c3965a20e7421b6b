-- Who began it is notified of its end. Nobody for what the product or another service sends.
alter table messaging.blasts add column user_id text;
alter table messaging.imports add column user_id text;
