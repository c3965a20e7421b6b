-- Prices of a part in 1/10,000 KES by destination: a network of Kenya ("Safaricom"), a country ("UG"), or "abroad" for
-- every other country. Kenya itself has the account's own price (settings.part_price).
create table messaging.price_list (
  destination text primary key,
  part_price int not null check (part_price >= 0)
);
insert into messaging.price_list (destination, part_price) values
  ('UG', 45000), ('TZ', 45000), ('RW', 45000), ('abroad', 80000);

-- The same for one account that has agreed other prices; it wins over the list.
create table messaging.prices (
  customer_account text not null,
  destination text not null,
  part_price int not null check (part_price >= 0),
  primary key (customer_account, destination)
);

-- Null: the blast's own price.
alter table messaging.messages add column part_price int;

-- What the accepted parts cost, in 1/10,000 KES.
alter table messaging.blast_counts add column units_accepted bigint not null default 0 check (units_accepted >= 0);
-- The owner fills what is there: forced again when the migrations end.
alter table messaging.blasts no force row level security;
alter table messaging.blast_counts no force row level security;
update messaging.blast_counts c set units_accepted = c.parts_accepted::bigint * b.part_price
from messaging.blasts b where b.customer_account = c.customer_account and b.id = c.blast_id and c.parts_accepted > 0;
