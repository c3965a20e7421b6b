-- What a public comment goes out by is a channel, as everywhere else.
alter table ticketing.deliveries rename column way to channel;
alter table ticketing.deliveries rename constraint deliveries_way_check to deliveries_channel_check;
