import type { DemoPerson } from "./people";

type DemoComment = {
  kind: "public" | "internal";
  author_kind: "staff" | "customer";
  author: string;
  body: string;
  at: string;
};
/** A ticket of the demo as it stands today; times are ISO 8601. */
export type DemoTicket = {
  id: number;
  subject: string;
  description: string;
  status: "new" | "open" | "pending" | "resolved" | "closed";
  stage_id: number;
  type_id: number;
  priority_id: number;
  urgency_id: number;
  impact_id: number;
  disposition_id: number;
  sub_disposition_id: number;
  channel_id: number;
  customer_name: string;
  customer_phone: string;
  member: string | null;
  group_id: number;
  created_at: string;
  updated_at: string;
  first_response_at: string | null;
  resolved_at: string | null;
  closed_at: string | null;
  comments: DemoComment[];
};

type Story = {
  subject: string;
  body: string;
  answer: string;
  disposition: number;
  sub: number;
  group: number;
  type: number;
};
const story = (
  subject: string,
  body: string,
  answer: string,
  disposition: number,
  sub: number,
  group: number,
  type: number,
): Story => ({
  subject,
  body,
  answer,
  disposition,
  sub,
  group,
  type,
});

const stories: readonly Story[] = [
  story(
    "Delivery to Kisumu is late",
    "My order was to come on Monday and is not here.",
    "The truck leaves the depot this afternoon.",
    1,
    11,
    2,
    3,
  ),
  story(
    "Wrong item in the box",
    "I ordered cooking oil and got soap.",
    "We are sorry. The right box is on its way.",
    1,
    12,
    2,
    4,
  ),
  story("Blender arrived broken", "The jar is cracked.", "Please send us a picture, we replace it.", 1, 13, 2, 4),
  story(
    "M-Pesa payment not shown",
    "I paid on Friday, the balance is the same.",
    "The payment is found and booked.",
    2,
    21,
    3,
    3,
  ),
  story(
    "Refund for cancelled order",
    "When do I get my money back?",
    "The refund goes out within two working days.",
    2,
    22,
    3,
    2,
  ),
  story(
    "Kettle stopped working",
    "It does not switch on any more.",
    "It is under warranty: bring it to any branch.",
    3,
    31,
    1,
    3,
  ),
  story(
    "How do I use the loyalty card?",
    "I have 600 points and do not know where they count.",
    "At every till: give your number before you pay.",
    3,
    32,
    1,
    1,
  ),
  story(
    "Invoice for September",
    "Please send the invoice again, with our PIN.",
    "Sent to your address just now.",
    2,
    22,
    3,
    2,
  ),
  story(
    "Till in Nakuru is down",
    "Customers are waiting since this morning.",
    "A technician is on the way.",
    3,
    31,
    1,
    3,
  ),
  story(
    "Price on the shelf is not the price at the till",
    "Sugar was 20 shillings more.",
    "We corrected the label, and your receipt.",
    3,
    32,
    1,
    4,
  ),
];

const count = 400;
const minute = 60_000;

/** A year of tickets, more of them lately; those of the last days are still open. */
export function makeTickets(
  customers: readonly DemoPerson[],
  staff: readonly string[],
  random: () => number,
  now: Date,
): DemoTicket[] {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const iso = (at: number) => new Date(at).toISOString();
  const times = Array.from(
    { length: count },
    () => now.getTime() - 30 * minute - random() ** 2 * 365 * 86_400_000,
  ).sort((a, b) => a - b);
  return times.map((created, n) => {
    const { subject, body, answer, disposition, sub, group, type } = one(stories);
    const customer = one(customers);
    const old = now.getTime() - created > 9 * 86_400_000;
    const answered = created + (10 + random() ** 3 * 900) * minute;
    const solved = answered + (30 + random() ** 2 * 3_000) * minute;
    const done = solved < now.getTime() && (old || random() < 0.5);
    const spoken = answered < now.getTime() && (done || random() < 0.75);
    const status = done
      ? now.getTime() - solved > 3 * 86_400_000
        ? "closed"
        : "resolved"
      : spoken
        ? random() < 0.3
          ? "pending"
          : "open"
        : "new";
    const urgency_id = 1 + Math.floor(random() * 3);
    const impact_id = random() < 0.7 ? 1 : random() < 0.6 ? 2 : 3;
    const comments: DemoComment[] = [];
    if (spoken)
      comments.push({ kind: "public", author_kind: "staff", author: "Kevin Kiptoo", body: answer, at: iso(answered) });
    if (done && random() < 0.4)
      comments.push({
        kind: "public",
        author_kind: "customer",
        author: customer.name,
        body: "Asante, it is fine now.",
        at: iso(solved),
      });
    if (random() < 0.15 && spoken)
      comments.push({
        kind: "internal",
        author_kind: "staff",
        author: "Fatuma Abdalla",
        body: "Called the branch about it.",
        at: iso(answered + 5 * minute),
      });
    return {
      // Below what the sequence gives out.
      id: 500 + n,
      subject,
      description: body,
      status,
      stage_id: { new: 1, open: 2, pending: 3, resolved: 4, closed: 5 }[status],
      type_id: type,
      priority_id: urgency_id + impact_id - 1,
      urgency_id,
      impact_id,
      disposition_id: disposition,
      sub_disposition_id: sub,
      channel_id: one([1, 1, 2, 4, 5, 6, 7]),
      customer_name: customer.name,
      customer_phone: customer.msisdn,
      member: spoken || random() < 0.5 ? one(staff) : null,
      group_id: group,
      created_at: iso(created),
      updated_at: iso(done ? solved : spoken ? Math.min(now.getTime(), answered + 20 * minute) : created),
      first_response_at: spoken ? iso(answered) : null,
      resolved_at: done ? iso(solved) : null,
      closed_at: status === "closed" ? iso(solved + 2 * 86_400_000) : null,
      comments: comments.sort((a, b) => (a.at < b.at ? -1 : 1)),
    };
  });
}
