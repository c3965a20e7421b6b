-- Surveys are distributed over SMS and WhatsApp as well as by a link (R112). Until now every run could be on both, so every
-- survey has them.
alter table survey.surveys no force row level security;
update survey.surveys set channels = array(select distinct unnest(channels || '{sms,whatsapp}'::text[]) order by 1);
alter table survey.surveys force row level security;
