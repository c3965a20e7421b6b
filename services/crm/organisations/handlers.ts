import { sql } from "kysely";
import type { z } from "zod";
import { pointKindNames } from "../../../rules/contact-points";
import { websiteDomain } from "../../../rules/organisations";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { OrganisationDetail, OrganisationForm, organisationCalls } from "../contract.organisations";
import type { CrmDeps } from "../deps";
import { takeOrganisationPoints } from "../points/organisations";
import { recordActor } from "../records/actor";
import type { FieldChange, RecordActor } from "../records/changes";
import { findManager } from "../records/managers";
import { assignOrganisation, ownerChange } from "./assign";
import { organisationScope, publishDeed, writeHistory } from "./changes";
import { notifyOfOrganisations } from "./given";
import { listLikely } from "./matches";
import { findOrganisation, loadOrganisation, type OrganisationRow, organisationPage } from "./store";

type Form = z.output<typeof OrganisationForm>;

/** What the fields of an organisation are called in its history. */
const fieldNames = {
  name: "Name",
  website: "Website",
  phone: "Phone",
  email: "Email",
  town: "Town",
  address: "Address",
  tax_pin: "KRA PIN",
  note: "Note",
} as const;
type OrganisationField = keyof typeof fieldNames;

/** The calls of organisations. Every change is in the history of the organisation and in the activities of the account. */
export function organisationHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof organisationCalls> {
  const load = (trx: Trx, caller: CallContext, id: number) =>
    loadOrganisation(trx, caller.account, id, organisationScope(caller));

  /** The person of the account; a form that says no one is no one's. @throws HttpError 422 */
  const manager = async ({ account }: CallContext, id: string | null): Promise<RecordActor> =>
    id === null ? { id: null, name: "" } : findManager(deps, account, id);

  return {
    async organisations({ query }, caller) {
      const { account } = caller;
      const scope = organisationScope(caller);
      return {
        status: 200,
        body: await readAccount(db, account, (trx) => organisationPage(trx, account, query, scope)),
      };
    },
    async organisationMatches({ query }, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listLikely(trx, account, query)) } };
    },
    async organisation({ params: { id } }, caller) {
      return { status: 200, body: await readAccount(db, caller.account, (trx) => load(trx, caller, id)) };
    },
    async createOrganisation({ body: { sales_manager_id, ...form } }, caller) {
      const by = recordActor(caller);
      const owner = sales_manager_id === undefined ? by : await manager(caller, sales_manager_id);
      const body = await inAccount(db, caller.account, (trx) => addOrganisation(trx, caller, form, owner));
      return { status: 201, body };
    },
    async updateOrganisation({ params: { id }, body: { sales_manager_id, ...form } }, caller) {
      const owner = sales_manager_id === undefined ? undefined : await manager(caller, sales_manager_id);
      const body = await inAccount(db, caller.account, async (trx) => {
        await changeOrganisation(trx, caller, id, { ...form, owner });
        return load(trx, caller, id);
      });
      return { status: 201, body };
    },
    async setOrganisationManager({ params: { id }, body: { sales_manager_id } }, caller) {
      const owner = await manager(caller, sales_manager_id);
      const body = await inAccount(db, caller.account, async (trx) => {
        const before = await assignOrganisation(trx, caller, id, owner);
        if (before) await tellManager(trx, caller, before, owner);
        return load(trx, caller, id);
      });
      return { status: 201, body };
    },
    async deleteOrganisation({ params: { id }, query: { move_to } }, caller) {
      const message = await inAccount(db, caller.account, (trx) => deleteOrganisation(trx, caller, id, move_to));
      return { status: 200, body: { status: 200, message } };
    },
  };

  async function addOrganisation(
    trx: Trx,
    caller: CallContext,
    form: Omit<Form, "sales_manager_id">,
    owner: RecordActor,
  ): Promise<OrganisationDetail> {
    const { id } = await trx
      .insertInto("crm.organisations")
      .values({
        ...form,
        customer_account: caller.account,
        domain: websiteDomain(form.website),
        sales_manager_id: owner.id,
        sales_manager: owner.name,
        created_by: recordActor(caller).name,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await publishDeed(trx, caller, id, { action: "Organisation added", what: `${form.name} was added.` });
    return load(trx, caller, id);
  }
}

type Change = Omit<Form, "sales_manager_id"> & { version: number; owner: RecordActor | undefined };

/** @throws HttpError 404, 409 when somebody else has changed it since */
async function changeOrganisation(
  trx: Trx,
  caller: CallContext,
  id: number,
  { version, owner, ...form }: Change,
): Promise<void> {
  const before = await findOrganisation(trx, caller.account, id, true);
  if (before.version !== version)
    throw new HttpError(
      409,
      "This organisation was changed by another person meanwhile. Look at it again, then save your change.",
    );
  const changes = [...differences(before, form), ...(owner ? ownerChange(before, owner) : [])];
  if (changes.length === 0) return;
  await trx
    .updateTable("crm.organisations")
    .set({
      ...form,
      domain: websiteDomain(form.website),
      ...(owner ? { sales_manager_id: owner.id, sales_manager: owner.name } : {}),
    })
    .where("customer_account", "=", caller.account)
    .where("id", "=", id)
    .execute();
  await writeHistory(trx, caller, id, changes);
  if (owner && owner.id !== before.sales_manager_id) await tellManager(trx, caller, { ...before, ...form }, owner);
  const fields = changes.map(({ field }) => field.toLowerCase()).join(", ");
  await publishDeed(trx, caller, id, { action: "Organisation changed", what: `${form.name} was changed: ${fields}.` });
}

function tellManager(
  trx: Trx,
  caller: CallContext,
  { id, name, version }: Pick<OrganisationRow, "id" | "name" | "version">,
  to: RecordActor,
): Promise<void> {
  const told = { to, by: recordActor(caller), key: `${id}:${version}` };
  return notifyOfOrganisations(trx, caller.account, { count: 1, one: { id, name } }, told);
}

function differences(before: OrganisationRow, form: Record<OrganisationField, string>): FieldChange[] {
  const fields = Object.entries(fieldNames) as [OrganisationField, string][];
  return fields
    .map(([name, field]) => ({ field, before: before[name], after: form[name] }))
    .filter((change) => change.before !== change.after);
}

/**
 * Its people and deals stay: with the organisation that is named, which gets its numbers and addresses too, or with none.
 * @throws HttpError 404, 422
 */
async function deleteOrganisation(trx: Trx, caller: CallContext, id: number, to: number | undefined): Promise<string> {
  const { account } = caller;
  const from = await findOrganisation(trx, account, id, true);
  const { name } = from;
  const refuse = () => {
    throw new HttpError(422, "There is no such organisation.", { move_to: ["Choose another organisation."] });
  };
  const other =
    to === undefined ? undefined : to === id ? refuse() : await findOrganisation(trx, account, to, true).catch(refuse);
  if (other)
    await sql`
      update crm.organisation_records set organisation_id = ${other.id}
      where customer_account = ${account} and organisation_id = ${id}`.execute(trx);
  const points = other ? await takeOrganisationPoints(trx, account, { from, to: other }, recordActor(caller).name) : [];
  await sql`delete from crm.organisations where customer_account = ${account} and id = ${id}`.execute(trx);
  const what = other
    ? `${name} was deleted. Its people and deals belong to ${other.name} now.`
    : `${name} was deleted.`;
  if (other) {
    const taken = points.map(({ kind, value, label }) =>
      other[kind] === "" && value === from[kind]
        ? { field: fieldNames[kind], before: "", after: value }
        : { field: `Further ${pointKindNames[kind]}`, before: "", after: `${value} (${label})` },
    );
    await writeHistory(trx, caller, other.id, [{ field: "Taken over from", before: "", after: name }, ...taken]);
  }
  await publishDeed(trx, caller, id, { action: "Organisation deleted", what });
  return what;
}
