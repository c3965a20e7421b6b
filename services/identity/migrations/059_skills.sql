-- What people of an account can do besides what their team does: a language, a subject. A person has any number of them.
create table identity.skills (
  customer_account text not null references identity.accounts,
  id bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index skills_name on identity.skills (customer_account, lower(name));

create table identity.user_skills (
  customer_account text not null,
  user_id bigint not null,
  skill_id bigint not null,
  primary key (customer_account, user_id, skill_id),
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade,
  foreign key (customer_account, skill_id) references identity.skills (customer_account, id) on delete cascade
);
create index user_skills_skill on identity.user_skills (customer_account, skill_id, user_id);

-- Numbers are not used twice: what another service keeps of a deleted skill is not taken for a later one.
alter table identity.accounts add column last_skill bigint not null default 0;
