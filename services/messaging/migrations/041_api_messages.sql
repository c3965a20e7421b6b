-- Messages that a program sent: which API key, and what the program calls each message.
alter table messaging.blasts add column api_key_id bigint;

create table messaging.message_references (
  customer_account text not null,
  blast_id bigint not null,
  seq int not null,
  reference text not null,
  primary key (customer_account, blast_id, seq),
  foreign key (customer_account, blast_id) references messaging.blasts (customer_account, id) on delete cascade
);
create index message_references_reference on messaging.message_references (customer_account, reference, blast_id);
