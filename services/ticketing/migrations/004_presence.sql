-- Who looks at a ticket is told live, from open windows, and kept nowhere.
drop table ticketing.presence;
