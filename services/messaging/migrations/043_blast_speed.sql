-- Most parts a second of one blast; null: as fast as the link goes. A blast with a speed is sent by one worker at a time
-- (`paced_by`), so that its pace is kept whatever number of them there is.
alter table messaging.queue
  add column speed int check (speed between 1 and 100000),
  add column paced_by text;
