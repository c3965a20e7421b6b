-- A message is here before its file: `fetching`; `failed` can be tried again, `refused` is of a kind or size that is not
-- kept. Null: the file is here, or there is none. The words are in `reason`.
alter table chat.messages add column file_status text check (file_status in ('fetching', 'failed', 'refused'));
