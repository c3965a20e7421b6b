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

-- The saved searches of tickets were ticketing's own before: they become views of both lists that showed them, all
-- tickets and one's own. On a new database that schema is made later, and has none.
do $$
begin
  if to_regclass('ticketing.views') is not null then
    -- The owner reads what is there: ticketing drops the table when its own migrations come.
    alter table ticketing.views no force row level security;
    insert into identity.list_views (customer_account, user_id, list, name, query, shared)
      select v.customer_account, v.user_id::bigint, l.list, v.name, v.query, v.shared
      from ticketing.views v cross join (values ('/ticketing/tickets'), ('/ticketing/main')) as l (list)
      where v.user_id ~ '^\d{1,15}$';
  end if;
end $$;
