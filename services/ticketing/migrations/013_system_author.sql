-- What the product itself writes has the author `system`.
alter table ticketing.comments drop constraint comments_author_kind_check;
alter table ticketing.comments no force row level security;
update ticketing.comments set author_kind = 'system' where author_kind = 'house';
alter table ticketing.comments force row level security;
alter table ticketing.comments
  add constraint comments_author_kind_check check (author_kind in ('staff', 'customer', 'automation', 'system'));
