import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { settingsProducts as products } from "./contract.roles";

/** Something that people of the account can do: a language, a subject. `people`: who of those who are there has it. */
export const Skill = z.object({ id: z.number().int(), name: z.string(), people: z.array(z.number().int()) });
export type Skill = z.infer<typeof Skill>;

export const maxSkills = 100;
const name = z.string({ error: "Give the skill a name." }).trim().min(1, "Give the skill a name.");
const skillName = name.max(60, "At most 60 characters.");
const people = z.array(id).max(500, "Choose at most 500 people.");

/** The skills of an account, and who has them. */
export const skillCalls = {
  skills: {
    delegated: true,
    method: "GET",
    path: "/skills",
    summary: "The skills of the account with the people who have them",
    answers: { 200: z.object({ data: z.array(Skill) }) },
  },
  createSkill: {
    method: "POST",
    path: "/skills",
    summary: "Add a skill",
    needs: { permissions: ["Create user"], products },
    writes: true,
    body: z.strictObject({ name: skillName, people: people.default([]) }),
    answers: { 201: Skill },
  },
  updateSkill: {
    method: "PUT",
    path: "/skills/{id}",
    summary: "Rename a skill, or say who has it; what is left out stays",
    needs: { permissions: ["Edit user"], products },
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ name: skillName.optional(), people: people.optional() }),
    answers: { 201: Skill },
  },
  deleteSkill: {
    method: "DELETE",
    path: "/skills/{id}",
    summary: "Delete a skill; no one has it any more",
    needs: { permissions: ["Remove user"], products },
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  setPersonSkills: {
    method: "PUT",
    path: "/users/{id}/skills",
    summary: "Say which skills a person has",
    needs: { permissions: ["Edit user"], products },
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ skills: z.array(id).max(maxSkills) }),
    answers: { 201: z.object({ data: z.array(Skill) }) },
  },
} satisfies { [name: string]: Call };
