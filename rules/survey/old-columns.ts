import { maxMessage } from "../contact";

/** The columns of a file of old results, in any order: what each is called, and what stands in it. */
export const oldColumns = [
  { key: "survey", title: "Survey", text: "The survey's title. Every row has one.", most: 200 },
  { key: "question", title: "Question", text: "The question as it was asked.", most: 1_000 },
  { key: "question_number", title: "Question number", text: "Its place, from 1. Without it: as the file has them." },
  { key: "question_type", title: "Question type", text: "Such as Text, Rating or One choice.", most: 60 },
  { key: "run", title: "Run", text: "What the survey was sent as. Needed beside a number.", most: 200 },
  { key: "channel", title: "Channel", text: "SMS or WhatsApp. Without it: SMS." },
  { key: "sender", title: "Sender", text: "The sender ID or the WhatsApp number.", most: 60 },
  { key: "made_at", title: "Created", text: "When the run was made." },
  { key: "started_at", title: "Started", text: "When the run was started. Without it: never." },
  { key: "ended_at", title: "Ended", text: "When the run ended." },
  { key: "msisdn", title: "Number", text: "Who was asked, such as 0712 345 678." },
  { key: "name", title: "Name", text: "Their name.", most: 200 },
  { key: "status", title: "Status", text: "How far they came, such as Completed.", most: 60 },
  { key: "field", title: "Contact field", text: "The field of contacts that got the answer.", most: 64 },
  { key: "answer", title: "Answer", text: "What they answered to the question.", most: maxMessage },
  { key: "answered_at", title: "Answered", text: "When they answered." },
  { key: "message", title: "Message", text: "A message that was sent or received.", most: maxMessage },
  { key: "direction", title: "Direction", text: "Sent or Received. Without it: Sent." },
  { key: "message_status", title: "Message status", text: "Such as Delivered.", most: 60 },
  { key: "message_at", title: "Message time", text: "When the message was sent or received." },
] as const;
export type OldColumn = (typeof oldColumns)[number]["key"];
