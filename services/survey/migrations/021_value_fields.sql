-- A calculated value can be kept in a field of the contact, as an answer can. A field gets one of them.
alter table survey.answer_fields drop constraint answer_fields_pkey;
drop index survey.answer_fields_field;
alter table survey.answer_fields
  alter column question_id drop not null,
  add column calculated_id bigint,
  add primary key (customer_account, instance_id, field),
  add check ((question_id is null) <> (calculated_id is null));
create unique index answer_fields_question on survey.answer_fields (customer_account, instance_id, question_id);
create unique index answer_fields_calculated on survey.answer_fields (customer_account, instance_id, calculated_id);
