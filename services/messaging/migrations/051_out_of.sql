-- The hold of billing that the cost of a message is taken out of first, such as that of a run of a survey; null: none.
alter table messaging.blasts add column out_of text;
