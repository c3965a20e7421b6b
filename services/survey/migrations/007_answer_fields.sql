-- Which field of a contact gets the answer to a question when a session of the instance ends.
create table survey.answer_fields (
  customer_account text not null,
  instance_id bigint not null,
  question_id bigint not null,
  field text not null check (field ~ '^[a-z0-9_]{1,64}$'),
  primary key (customer_account, instance_id, question_id),
  foreign key (customer_account, instance_id) references survey.instances (customer_account, id) on delete cascade
);
create unique index answer_fields_field on survey.answer_fields (customer_account, instance_id, field);
