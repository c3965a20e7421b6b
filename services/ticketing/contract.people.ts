import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { Count, choosing, Instant, reading, setting, TicketMember, text } from "./contract.fields";

const oneId = z.object({ id });
const account = z.object({ account: z.string().max(64).optional().catch(undefined) });
const name = (what: string) => text.min(1, `Give the ${what} a name.`).max(100, "A name has at most 100 characters.");
/** What takes the place of the one that goes; needed while tickets use it (statement 17). */
const replacing = z.object({ replace: z.coerce.number().int().positive().optional().catch(undefined) });

export const Group = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  members: z.array(TicketMember.extend({ group_member_id: z.number().int(), role: z.enum(["agent", "supervisor"]) })),
  tickets: Count,
});
export type Group = z.infer<typeof Group>;
const groupFields = { name: name("group"), description: text.max(500).default("") };

/** Somebody who works on tickets: through a group, or because a ticket is theirs. */
export const TicketUser = TicketMember.extend({
  groups: z.array(z.object({ id: z.number().int(), name: z.string(), role: z.enum(["agent", "supervisor"]) })),
  open_tickets: Count,
  last_seen_at: Instant.nullable(),
  /** No longer in the account: listed while tickets of theirs are open. */
  left: z.boolean(),
});

/** Groups, the people in them, and saved searches. */
export const peopleCalls = {
  createGroup: {
    method: "POST",
    path: "/groups",
    summary: "Add a group; what is wrong comes back as a list of errors (R127)",
    needs: setting,
    writes: true,
    body: z.strictObject({ ...groupFields, member_ids: z.array(text.max(64)).max(200).default([]) }),
    answers: { 201: Group },
  },
  groups: {
    method: "GET",
    path: "/groups",
    summary: "The groups with their members",
    needs: choosing,
    query: account,
    answers: { 200: z.object({ data: z.array(Group) }) },
  },
  deleteGroup: {
    method: "GET",
    path: "/groups/{id}/delete",
    summary: "Delete a group; one with open tickets asks for another in its place",
    needs: setting,
    writes: true,
    params: oneId,
    query: replacing,
    answers: { 201: DoneAnswer },
  },
  updateGroup: {
    method: "POST",
    path: "/groups/{id}/update",
    summary: "Rename a group",
    needs: setting,
    writes: true,
    params: oneId,
    body: z.strictObject(groupFields),
    answers: { 201: Group },
  },
  addGroupMember: {
    method: "POST",
    path: "/group-members",
    summary:
      "Put a person into a group, or change what they are there; name and email when ticketing does not know them yet",
    needs: setting,
    writes: true,
    body: z.strictObject({
      group_id: id,
      member_id: text.min(1, "Choose a person.").max(64),
      name: text.max(200).optional(),
      email: z.union([z.literal(""), z.email().max(254)]).optional(),
      role: z.enum(["agent", "supervisor"]).default("agent"),
    }),
    answers: { 201: Group },
  },
  groupMembers: {
    method: "GET",
    path: "/group-members",
    summary: "Who is in which group",
    needs: choosing,
    query: z.object({ group_id: z.coerce.number().int().positive().optional().catch(undefined) }),
    answers: {
      200: z.object({
        data: z.array(
          TicketMember.extend({
            group_member_id: z.number().int(),
            group_id: z.number().int(),
            group: z.string(),
            role: z.enum(["agent", "supervisor"]),
          }),
        ),
      }),
    },
  },
  removeGroupMember: {
    method: "GET",
    path: "/group-members/{id}/delete",
    summary: "Take a person out of a group",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  users: {
    method: "GET",
    path: "/users",
    summary: "Everyone tickets can be given to, with their groups and open tickets",
    needs: choosing,
    query: z.object({ q: text.max(100).default("").catch("") }),
    answers: { 200: z.object({ data: z.array(TicketUser) }) },
  },
  saveUser: {
    method: "POST",
    path: "/users",
    summary: "Make a person of the account known to ticketing",
    needs: setting,
    writes: true,
    body: z.strictObject({ id: text.min(1).max(64), name: text.min(1).max(200), email: z.email().max(254) }),
    answers: { 201: TicketMember },
  },
  viewCounts: {
    method: "POST",
    path: "/views/counts",
    summary: "How many tickets each saved search shows the one who asks, to a thousand",
    needs: reading,
    body: z.strictObject({ queries: z.array(z.string().max(2000)).max(100) }),
    answers: { 200: z.object({ counts: z.array(z.number().int()) }) },
  },
} as const satisfies Record<string, Call>;
