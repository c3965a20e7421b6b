import { z } from "zod";
import { type Call, id } from "../kit/contract";
import { Team, teamName } from "./contract.people";

/** What another service asks of the teams of an account. */
export const teamMemberCalls = {
  setTeamMembers: {
    method: "POST",
    path: "/inside/user-groups",
    summary: "A service makes or renames a team and moves people: into it, and out of it into the main team",
    internal: true,
    writes: true,
    body: z.strictObject({
      /** None: a new team. */
      id: id.optional(),
      name: teamName,
      join: z.array(id).max(500),
      leave: z.array(id).max(500),
      /** The person who asked for it. */
      by: z.strictObject({
        id: z.string().max(64),
        name: z.string().max(200),
        address: z.string().max(64).default(""),
      }),
    }),
    answers: { 201: Team },
  },
} satisfies { [name: string]: Call };
