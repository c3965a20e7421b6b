-- The sender ID that an SMS comes from, as it was when it was said: answers to several people are sent together. Null in a
-- message from before, which has that of its session.
alter table survey.messages add column sender text;
