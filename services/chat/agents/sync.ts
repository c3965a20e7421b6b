import { sql } from "kysely";
import { isAdmin } from "../../../rules/access";
import type { Others } from "../deps";
import { type Act, rows, texts } from "../desk/act";
import { lockDesk } from "../desk/seed";
import { requeueAll } from "../routing/requeue";
import { join, setStatus } from "./status";

type Answering = { id: string; name: string; email: string; user_group: string };

/** Everybody of the account who may answer chats, as identity knows them; nothing when it can't be reached. */
export async function answering(others: Others, account: string): Promise<Answering[] | undefined> {
  const { identity } = others;
  const query = { per_page: 500 };
  const [members, roles] = await Promise.all([
    identity.members({ params: { account, group: "all" }, query: { ...query, state: "active" } }),
    identity.roles({ params: { account }, query }),
  ]);
  if (members.status !== 200 || roles.status !== 200) return undefined;
  const answeringRoles = new Set(
    roles.body.data.flatMap(({ id, permissions }) =>
      permissions.some(({ name }) => name === "View chat inbox") ? [id] : [],
    ),
  );
  return members.body.data.flatMap(({ id, name, email, user_group, role, role_id, permissions, modules_off }) => {
    const may =
      isAdmin([{ name: role }]) ||
      permissions.includes("View chat inbox") ||
      (role_id !== null && answeringRoles.has(role_id));
    return may && !modules_off.includes("Chats") ? [{ id: String(id), name, email, user_group }] : [];
  });
}

/** Writes down who may answer. Who no longer may goes offline, and their conversations go back into the queue. */
export async function syncAgents(act: Act, people: readonly Answering[]): Promise<void> {
  const { trx, account, now } = act;
  const before = await rows<{ participant_id: string; name: string; email: string; gone: boolean }>(
    trx,
    sql`select participant_id, name, email, left_at is not null as gone from chat.participants where customer_account = ${account}`,
  );
  const same = (one: Answering) =>
    before.some(
      (row) => row.participant_id === one.id && row.name === one.name && row.email === one.email && !row.gone,
    );
  const fresh = people.filter((one) => !same(one));
  const left = before.filter((row) => !row.gone && !people.some(({ id }) => id === row.participant_id));
  if (fresh.length > 0 || left.length > 0) await lockDesk(act);
  for (const { participant_id } of left) {
    await requeueAll(act, participant_id, "The agent no longer answers chats");
    await setStatus(act, participant_id, "offline");
  }
  if (left.length > 0)
    await sql`
      update chat.participants set left_at = ${now}, should_assign = false
      where customer_account = ${account} and participant_id = any(${texts(left.map((row) => row.participant_id))})`.execute(
      trx,
    );
  for (const one of fresh) await join(act, one);
  await sql`update chat.desks set people_at = ${now} where customer_account = ${account}`.execute(trx);
}
