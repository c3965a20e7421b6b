import { type RawBuilder, sql } from "kysely";
import { templateTypes } from "../../../rules/outbound";
import { recordActivity } from "../../kit/activities";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { checkedRow, NameRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { TargetGroup } from "../contract.targets";
import { groupPage, mustFindGroup, rowPage, targetPage } from "../targets/groups";
import { countTargets, loadOutboundSettings } from "../targets/store";
import { activityActor, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { receiveTargets } from "./import";

type Groups =
  | "templateTypes"
  | "targetGroups"
  | "uploadTargets"
  | "changePriority"
  | "activateGroup"
  | "deleteGroup"
  | "restoreGroup"
  | "targetGroup"
  | "groupContacts"
  | "fileRows"
  | "assignContacts";

/** The calls about lists of numbers to call. */
export function groupHandlers(
  service: VoiceContext,
  files: FileReaderDeps,
): Pick<Handlers<typeof voice.calls>, Groups> {
  const { read, write } = service;

  /** Changes a list, and writes it down. @throws HttpError 404 */
  function change(
    context: CallContext,
    id: number,
    set: (unit: VoiceUnitOfWork) => RawBuilder<unknown>,
    words: (group: TargetGroup) => string,
  ): Promise<TargetGroup> {
    return write(context, async (unit) => {
      await mustFindGroup(unit.trx, unit.account, id);
      await sql`update voice.target_groups set ${set(unit)} where customer_account = ${unit.account} and id = ${id}`.execute(
        unit.trx,
      );
      const group = await mustFindGroup(unit.trx, unit.account, id);
      await noteListChange(unit, `${unit.by.name} ${words(group)}`, id);
      return group;
    });
  }

  return {
    async templateTypes() {
      return { status: 200, body: { data: templateTypes.map((one) => ({ ...one, columns: [...one.columns] })) } };
    },

    async targetGroups({ params: { id }, query }, { account }) {
      if (id !== "own" && id !== account) throw new HttpError(404, "There is no such account.");
      return { status: 200, body: await read(account, (trx) => groupPage(trx, account, query, query.trash === "1")) };
    },

    async uploadTargets({ stream, query }, context) {
      const { account, who } = context;
      // The account has its settings before its first list.
      await read(account, (trx) => loadOutboundSettings(trx, account));
      const by = { id: who.kind === "person" ? who.id : null, name: who.kind === "person" ? who.name : "" };
      const id = await receiveTargets(service, files, { account, stream, template: query.template, by });
      return { status: 201, body: await read(account, (trx) => mustFindGroup(trx, account, id)) };
    },

    async changePriority({ body: { id, priority } }, context) {
      const words = ({ name }: TargetGroup) => `gave the list ${name} the priority ${priority}`;
      return { status: 201, body: await change(context, id, () => sql`priority = ${priority}`, words) };
    },

    async activateGroup({ body: { id, active } }, context) {
      const words = ({ name }: TargetGroup) => `${active ? "activated" : "cancelled"} the list ${name}`;
      return { status: 201, body: await change(context, id, () => sql`active = ${active}`, words) };
    },

    async deleteGroup({ params: { id } }, context) {
      const words = ({ name }: TargetGroup) => `put the list ${name} into the trash`;
      await change(context, id, ({ now }) => sql`deleted_at = coalesce(deleted_at, ${now})`, words);
      return { status: 201, body: { status: 201, message: "List put into the trash" } };
    },

    async restoreGroup({ params: { id } }, context) {
      const words = ({ name }: TargetGroup) => `restored the list ${name}`;
      await change(context, id, () => sql`deleted_at = null`, words);
      return { status: 201, body: { status: 201, message: "List restored" } };
    },

    async targetGroup({ params: { id } }, { account }) {
      const body = await read(account, async (trx) => ({
        ...(await mustFindGroup(trx, account, id)),
        counts: await countTargets(trx, account, id),
      }));
      return { status: 200, body };
    },

    async groupContacts({ params: { id }, query }, { account }) {
      const body = await read(account, async (trx) => {
        if (id !== 0) await mustFindGroup(trx, account, id);
        return targetPage(trx, account, { ...query, group: id === 0 ? query.group : id });
      });
      return { status: 200, body };
    },

    async fileRows({ params: { id }, query }, { account }) {
      const body = await read(account, async (trx) => {
        await mustFindGroup(trx, account, id);
        return rowPage(trx, account, id, query);
      });
      return { status: 200, body };
    },

    async assignContacts({ body }, context) {
      const assigned = await write(context, async (unit) => {
        const { trx, account, now } = unit;
        const { name } = await mustFindGroup(trx, account, body.group_id);
        const agent = body.user_id === "" ? { name: "" } : await findAgentName(unit, body.user_id);
        const given = await sql`
          update voice.targets set owner_id = ${body.user_id}, owner_name = ${agent.name}, changed_at = ${now}
          where customer_account = ${account} and id in (select id from voice.targets
            where customer_account = ${account} and group_id = ${body.group_id} and state = 'waiting'
              and owner_id <> ${body.user_id} order by id limit ${body.most} for update skip locked)`.execute(trx);
        const count = Number(given.numAffectedRows ?? 0n);
        await noteListChange(
          unit,
          `${unit.by.name} gave ${count} numbers of the list ${name} to ${agent.name || "everybody"}`,
          body.group_id,
        );
        return count;
      });
      return { status: 201, body: { status: 201, message: "Numbers assigned", assigned } };
    },
  };
}

/** Writes a change of a list into the activities. */
export function noteListChange(unit: VoiceUnitOfWork, description: string, id: number): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action: "Call list changed", subject: "call list", subject_id: String(id) },
    description,
  });
}

/** @throws HttpError 422 */
async function findAgentName({ trx, account }: VoiceUnitOfWork, user: string): Promise<{ name: string }> {
  const found = await checkedRow(
    trx,
    NameRow,
    sql`select name from voice.extensions where customer_account = ${account} and user_id = ${user} and state = 'approved' limit 1`,
  );
  if (!found) throw new HttpError(422, "Choose an agent.", { user_id: ["Choose an agent."] });
  return found;
}
