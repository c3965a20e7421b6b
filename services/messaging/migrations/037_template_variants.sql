-- The same template in Kiswahili; '' where it is only in English.
alter table messaging.templates
  add column body_sw text not null default '' check (length(body_sw) <= 1600);
