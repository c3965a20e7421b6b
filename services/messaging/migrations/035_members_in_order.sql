-- A group is listed by name or by number as well. Of a million contacts many have the same name, or none: the contact's
-- number stands behind it, so that a page is a stretch of the index and nothing is sorted.
drop index messaging.group_contacts_name;
drop index messaging.group_contacts_msisdn;
create index group_contacts_name on messaging.group_contacts (group_id, name_key, contact_id);
create index group_contacts_msisdn on messaging.group_contacts (group_id, msisdn, contact_id);
