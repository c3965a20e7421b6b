import { sql } from "kysely";
import { z } from "zod";
import { pointKey } from "../../../rules/contact-points";
import { readPoint } from "../../../rules/read-point";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { CallContext, Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { OrganisationDetail } from "../contract.organisations";
import type { organisationPointCalls } from "../contract.points";
import { organisationScope, publishDeed, writeHistory } from "../organisations/changes";
import { findOrganisation, loadOrganisation, type OrganisationRow } from "../organisations/store";
import {
  addOrganisationPoints,
  listAllOfOrganisation,
  listOrganisationPoints,
  setFirstOfOrganisation,
} from "../points/organisations";
import type { NewPoint } from "../points/store";
import { recordActor } from "../records/actor";
import {
  addPoint,
  changeLabel,
  findFurther,
  makePrimary,
  noPoint,
  type PointChange,
  type PointHolder,
  removedPoint,
  wrongValue,
} from "./changes";

/** The calls about numbers and addresses of organisations. Every change is in the organisation's history and in the activities. */
export function organisationPointHandlers({
  db,
}: Database): Pick<Handlers<typeof crm.calls>, keyof typeof organisationPointCalls> {
  /** Makes a change of an organisation and answers it as it is then. */
  function changing(
    caller: CallContext,
    find: (trx: Trx) => Promise<number>,
    change: (trx: Trx, organisation: OrganisationRow) => Promise<PointChange>,
  ): Promise<OrganisationDetail> {
    const { account } = caller;
    return inAccount(db, account, async (trx) => {
      const organisation = await findOrganisation(trx, account, await find(trx), true);
      const { id, name } = organisation;
      const { changes, what } = await change(trx, organisation);
      if (changes.length > 0) {
        await writeHistory(trx, caller, id, changes);
        await publishDeed(trx, caller, id, { action: "Organisation changed", what: `${name} ${what}` });
      }
      return loadOrganisation(trx, account, id, organisationScope(caller));
    });
  }

  const ofPoint = (account: string, id: number) => (trx: Trx) => findOrganisationOfPoint(trx, account, id);

  return {
    async addOrganisationPoint({ body: { id, value, label } }, caller) {
      const read = readPoint(value);
      if ("reason" in read) throw wrongValue(read.reason);
      const body = await changing(
        caller,
        async () => id,
        (trx, organisation) => addPoint(holderFor(trx, caller, organisation), { ...read, label }),
      );
      return { status: 201, body };
    },
    async labelOrganisationPoint({ body: { id, value, label } }, caller) {
      const body = await changing(
        caller,
        async () => id,
        (trx, organisation) => changeLabel(holderFor(trx, caller, organisation), value, label),
      );
      return { status: 201, body };
    },
    async removeOrganisationPoint({ params: { id } }, caller) {
      const { account } = caller;
      const body = await changing(caller, ofPoint(account, id), async (trx, organisation) => {
        const point = findFurther(await listOrganisationPoints(trx, account, [organisation.id]), id);
        await sql`delete from crm.organisation_points where customer_account = ${account} and id = ${id}`.execute(trx);
        return removedPoint(point);
      });
      return { status: 200, body };
    },
    async makeOrganisationPointPrimary({ params: { id } }, caller) {
      const { account } = caller;
      const body = await changing(caller, ofPoint(account, id), async (trx, organisation) => {
        const stored = await listOrganisationPoints(trx, account, [organisation.id]);
        const { kind, value, label } = findFurther(stored, id);
        return makePrimary(holderFor(trx, caller, organisation), { kind, value, label });
      });
      return { status: 201, body };
    },
  };
}

/** The numbers and addresses of an organisation that is locked. */
function holderFor(trx: Trx, caller: CallContext, organisation: OrganisationRow): PointHolder {
  const { account } = caller;
  const { id, phone, email } = organisation;
  const add = (points: readonly NewPoint[]) =>
    addOrganisationPoints(trx, account, id, points, recordActor(caller).name);
  return {
    ...{ noun: "organisation", phone, email, add },
    list: () => listAllOfOrganisation(trx, account, organisation),
    setFirst: (point) => setFirstOfOrganisation(trx, account, id, point),
    async setLabel(point) {
      await sql`update crm.organisation_points set label = ${point.label}
        where customer_account = ${account} and organisation_id = ${id} and key = ${pointKey(point.value)}`.execute(
        trx,
      );
      await add([point]);
    },
  };
}

const OrganisationIdRow = z.object({ organisation_id: z.number() });

/** @throws HttpError 404 */
async function findOrganisationOfPoint(trx: Trx, account: string, id: number): Promise<number> {
  const found = await checkedRow(
    trx,
    OrganisationIdRow,
    sql`select organisation_id from crm.organisation_points where customer_account = ${account} and id = ${id}`,
  );
  return found?.organisation_id ?? noPoint();
}
