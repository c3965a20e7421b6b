-- What the product itself writes has the author `system`.
alter table chat.messages drop constraint messages_author_check;
alter table chat.messages no force row level security;
update chat.messages set author = 'system' where author = 'house';
alter table chat.messages force row level security;
alter table chat.messages
  add constraint messages_author_check check (author in ('customer', 'agent', 'bot', 'system'));
