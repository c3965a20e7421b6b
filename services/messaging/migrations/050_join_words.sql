-- Words that begin something in another service when they are a whole message to a sender ID.
create table messaging.join_words (
  customer_account text not null,
  sender text not null,
  word text not null,
  primary key (customer_account, sender, word)
);
