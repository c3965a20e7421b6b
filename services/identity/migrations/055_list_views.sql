-- A list's search under a name, a person's own or everybody's, and the columns that a person chose.
create table identity.list_views (
  customer_account text not null,
  id bigint generated always as identity,
  user_id bigint not null,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index list_views_name on identity.list_views (customer_account, user_id, list, lower(name));
create index list_views_shared on identity.list_views (customer_account, list) where shared;

create table identity.list_columns (
  customer_account text not null,
  user_id bigint not null,
  list text not null,
  columns text[] not null,
  primary key (customer_account, user_id, list)
);
