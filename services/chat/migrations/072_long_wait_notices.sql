-- When those who look after the inbox were notified that a customer waits too long. A wait that began later is not among them.
alter table chat.contacts add column wait_notified_at timestamptz;
-- When they were last notified of anything of the kind: what comes soon afterwards is gathered into the next notice.
alter table chat.account_state add column waits_notified_at timestamptz;
