-- Forms on which people leave their details, on a public page of ours or in a frame on the account's own site.
create table crm.lead_forms (
  customer_account text not null,
  id bigint generated always as identity,
  -- Stands in the address of the page: nobody can guess it.
  key text collate "C" not null,
  name text not null check (length(name) between 1 and 100),
  title text not null,
  intro text not null default '',
  button text not null default 'Send',
  thanks text not null default '',
  -- What is asked, in its order: field, label, required.
  fields jsonb not null,
  -- What a person agrees to; empty: nothing is asked.
  consent text not null default '',
  -- The lead arrives when the link in the mail was opened.
  double_opt_in boolean not null default false,
  -- Whose the leads are, one after the other: users of the account.
  manager_ids text[] not null default '{}',
  next_manager int not null default 0,
  -- Sites that may show it in a frame (rules/site-origins).
  sites text[] not null default '{}',
  active boolean not null default true,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index lead_forms_name on crm.lead_forms (customer_account, lower(name));

-- A visitor's request says the key and nothing else.
create table crm.lead_form_keys (
  key text collate "C" primary key,
  customer_account text not null,
  form_id bigint not null
);
comment on table crm.lead_form_keys is 'no row security: found before the account is known; IDs and proofs only';

-- What was sent with a form, and from where it came.
create table crm.form_entries (
  customer_account text not null,
  id bigint generated always as identity,
  form_id bigint not null,
  lead_id bigint,
  state text not null check (state in ('pending', 'arrived', 'expired')),
  -- What was typed, until the lead has arrived.
  answers jsonb not null default '{}',
  utm_source text not null default '',
  utm_medium text not null default '',
  utm_campaign text not null default '',
  utm_term text not null default '',
  utm_content text not null default '',
  referrer text not null default '',
  -- What the person agreed to, to the letter, and when.
  consent text not null default '',
  consented_at timestamptz,
  -- A browser had worked for it.
  proven boolean not null default false,
  -- Of the link in the mail; null where none was sent.
  confirm_hash bytea,
  created_at timestamptz not null default now(),
  arrived_at timestamptz,
  primary key (customer_account, id),
  foreign key (customer_account, form_id) references crm.lead_forms (customer_account, id),
  foreign key (customer_account, lead_id) references crm.records (customer_account, id) on delete set null (lead_id)
);
create index form_entries_form on crm.form_entries (customer_account, form_id, id);
create index form_entries_lead on crm.form_entries (customer_account, lead_id) where lead_id is not null;

-- How often one address or one form's page did what in the window that runs: every process counts here.
create table crm.form_uses (
  key text collate "C" primary key,
  used integer not null,
  until timestamptz not null
);
comment on table crm.form_uses is 'no row security: an address belongs to no account; counts only';
create index form_uses_until on crm.form_uses (until);
