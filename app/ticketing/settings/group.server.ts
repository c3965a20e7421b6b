import { z } from "zod";
import { href } from "../../href";
import { type Admitted, done, expectStatus, type FormRequest } from "../../shell/page.server";

const path = "/ticketing/settings/groups/:id";

const id = z.coerce.number().int().positive();
export const groupFields = {
  name: z.string().max(300).default(""),
  description: z.string().max(600).default(""),
};

export const GroupForms = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...groupFields }),
  z.object({
    intent: z.literal("put in"),
    person: z.string({ error: "Choose a person." }).min(1, "Choose a person.").max(1000),
    role: z.enum(["agent", "supervisor"]).default("agent"),
  }),
  z.object({ intent: z.literal("take out"), group_member: id }),
]);

type Person = { id: string; name: string; email: string };

/** The group, and who may be put in: the people of ticketing and, where identity lets one look, the others of the account. */
export async function loadGroup({ api, params }: Admitted<typeof path>) {
  const [groups, users, members] = await Promise.all([
    api.ticketing.groups({}),
    api.ticketing.users({}),
    api.identity.members({ params: { account: "own", group: "all" }, query: { per_page: 200 } }),
  ]);
  const group = expectStatus(groups, 200).data.find((one) => String(one.id) === params.id);
  if (!group) throw new Response("There is no such group.", { status: 404 });
  const known = expectStatus(users, 200).data.map(({ id, name, email }) => ({ id, name, email }));
  return { group, people: members.status === 200 ? merged(known, members.body.data) : known };
}

function merged(known: readonly Person[], members: readonly { id: number | string; name: string; email: string }[]) {
  const emails = new Set(known.map(({ email }) => email));
  return [
    ...known,
    ...members
      .filter(({ email }) => !emails.has(email))
      .map(({ id, name, email }) => ({ id: String(id), name, email })),
  ];
}

export async function changeGroup({ api, value, params, refuse, from }: FormRequest<typeof path, typeof GroupForms>) {
  const here = href(path, { id: params.id });
  const group = Number(params.id);
  switch (value.intent) {
    case "save": {
      const { name, description } = value;
      const answer = await api.ticketing.updateGroup({ params: { id: group }, body: { name, description } });
      return answer.status === 201 ? done(from, here, `${answer.body.name} is saved.`, "Saved") : refuse(answer.body);
    }
    case "put in": {
      // A browser sends line breaks as CR LF.
      const [member_id = "", email = "", name = ""] = value.person.split(/\r?\n/);
      const { role } = value;
      const more = { ...(name ? { name } : {}), ...(email ? { email } : {}) };
      const answer = await api.ticketing.addGroupMember({ body: { group_id: group, member_id, role, ...more } });
      return answer.status === 201 ? done(from, here) : refuse(answer.body);
    }
    case "take out": {
      const answer = await api.ticketing.removeGroupMember({ params: { id: value.group_member } });
      return answer.status === 201 ? done(from, here) : refuse(answer.body);
    }
  }
}
