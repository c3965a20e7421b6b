-- Saved searches are views of a list and kept with those of all lists (identity, 055).
drop table ticketing.views;
