-- The voice that speaks a sound's words; '' is an uploaded file.
alter table voice.flow_sounds add column voice text not null default '' check (length(voice) <= 60);

-- Texts that were to be spoken, each with the sound that came of it: to be listened to before it is used.
create table voice.spoken_texts (
  customer_account text not null,
  id uuid not null default gen_random_uuid(),
  words text not null check (length(words) between 1 and 1000),
  voice text not null check (length(voice) between 1 and 60),
  made_by text not null default '',
  made_at timestamptz not null default now(),
  -- Null: nothing came of it, or not yet.
  file_id uuid,
  seconds int not null default 0 check (seconds >= 0),
  -- The sound that it was saved as.
  sound_id bigint,
  primary key (customer_account, id),
  foreign key (customer_account, sound_id) references voice.flow_sounds (customer_account, id)
);
create index spoken_texts_time on voice.spoken_texts (customer_account, made_at);
create index spoken_texts_sound on voice.spoken_texts (customer_account, sound_id) where sound_id is not null;
