-- Columns by the terms of the code: what a disposition is called, and the agent whom a waiting conversation is kept for.
alter table chat.contacts rename column disposition_words to disposition_label;
alter table chat.contacts rename column wanted to preferred_agent;
