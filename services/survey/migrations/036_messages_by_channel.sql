-- The messages of one channel are listed newest first: an account that has few of it does not read all of the other.
create index messages_channel on survey.messages (customer_account, channel, id);
