-- A step may be a WhatsApp template: whom it is from is the id of a number, and each variable has a text of its own.
alter table crm.sequence_steps drop constraint sequence_steps_kind_check;
alter table crm.sequence_steps add constraint sequence_steps_kind_check
  check (kind in ('email', 'sms', 'whatsapp', 'task'));
alter table crm.sequence_steps add column template_id bigint;
alter table crm.sequence_steps add column variables jsonb not null default '{}';
alter table crm.sequence_steps add constraint sequence_steps_template_check
  check ((kind = 'whatsapp') = (template_id is not null));

alter table crm.sequence_sends drop constraint sequence_sends_kind_check;
alter table crm.sequence_sends add constraint sequence_sends_kind_check
  check (kind in ('email', 'sms', 'whatsapp', 'task'));
alter table crm.sequence_sends add column template_id bigint;
-- The values of the template's variables, by their place and name.
alter table crm.sequence_sends add column variables jsonb not null default '{}';

-- Whoever is paused keeps their place: no step is done for them until someone resumes it.
alter table crm.sequence_people add column paused_at timestamptz;
alter table crm.sequence_people add column paused_by text not null default '';
