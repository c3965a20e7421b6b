-- Calls that an answering machine took: what is done then, and their own state in the log, in lists and in robocalls.
alter table voice.target_groups
  add column on_machine text not null default 'off' check (on_machine in ('off', 'hang_up'));
alter table voice.robocalls
  add column on_machine text not null default 'off' check (on_machine in ('off', 'hang_up', 'leave_message'));

alter table voice.calls
  drop constraint calls_status_check,
  add check (status in ('Ringing', 'Trying', 'Accepted', 'Rejected', 'Missed', 'Complete', 'Failed', 'RingNoAnswer',
    'AnsweringMachine')),
  drop constraint calls_check1,
  add check ((ended_at is not null)
    = (status in ('Rejected', 'Missed', 'Complete', 'Failed', 'RingNoAnswer', 'AnsweringMachine')));
-- Tried often enough, and a machine answered last.
alter table voice.targets
  drop constraint targets_state_check,
  add check (state in ('waiting', 'assigned', 'done', 'given_up', 'machine', 'trash'));
alter table voice.robocall_targets
  drop constraint robocall_targets_state_check,
  add check (state in ('waiting', 'calling', 'answered', 'machine', 'not_reached', 'unknown', 'left_out', 'stopped')),
  drop constraint robocall_targets_result_check,
  add check (result in ('', 'answered', 'machine', 'message_left', 'busy', 'no_answer', 'failed', 'opted_out', 'foreign'));
