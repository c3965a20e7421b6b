import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import {
  addNamed,
  belongsToOrganisation,
  findLinked,
  findNamed,
  linkByCompany,
  type NamedOrganisation,
  setOrganisation,
  unlink,
} from "../organisation-links/link";
import type { FieldChange } from "./changes";
import type { RecordRow } from "./rows";

type OrganisationChange = {
  /** Said by whoever saves it; undefined: it follows the company's name. */
  organisation_id: number | null | undefined;
  company: string;
  by: string;
};

/**
 * Puts a record that was saved where it belongs now. As long as the words of its company are the same, that is where it
 * was, unless another organisation is named. @throws HttpError 422
 */
export async function changeOrganisation(
  trx: Trx,
  account: string,
  before: Pick<RecordRow, "id" | "kind" | "company">,
  { organisation_id, company, by }: OrganisationChange,
): Promise<FieldChange[]> {
  if (!belongsToOrganisation(before.kind)) return [];
  if (organisation_id === undefined && company === before.company) return [];
  const was = await findLinked(trx, account, before.id);
  if (organisation_id !== undefined) {
    const named = organisation_id === null ? null : await findNamed(trx, account, organisation_id);
    await setOrganisation(trx, account, before, named?.id ?? null);
  } else if (!(await saysTheSame(trx, before.company, company))) {
    await unlink(trx, account, [before.id]);
    await linkByCompany(trx, account, [before.id], { by });
  }
  return linkChanges(was, await findLinked(trx, account, before.id));
}

function linkChanges(was: NamedOrganisation | undefined, is: NamedOrganisation | undefined): FieldChange[] {
  if (was?.id === is?.id) return [];
  return [{ field: "Organisation", before: was?.name ?? "", after: is?.name ?? "" }];
}

const SameRow = z.object({ same: z.boolean() });

/** Whether two names of a company have the same words, "Ltd" and the like left out. */
async function saysTheSame(trx: Trx, one: string, other: string): Promise<boolean> {
  const found = await checkedRow(
    trx,
    SameRow,
    sql`select crm.organisation_key(${one}::text) = crm.organisation_key(${other}::text) as same`,
  );
  return found?.same ?? false;
}

type ConvertedOrganisation = {
  organisation_id: number | null | undefined;
  new_organisation: boolean;
  contact_id: number;
  company: string;
  /** The contact takes the name of another company over from the lead. */
  renamed: boolean;
  by: string;
};

/**
 * Where the contact of a converted lead belongs, and its deal with it: to the organisation that is named, to a new one, or
 * else to the contact's own, and without one to that of its company. Answers it, which one was made for it, and what of
 * the contact changed. @throws HttpError 422
 */
export async function convertOrganisation(
  trx: Trx,
  account: string,
  { organisation_id, new_organisation, contact_id, company, renamed, by }: ConvertedOrganisation,
): Promise<{ id: number | null; made: number | null; changes: FieldChange[] }> {
  const contact = { id: contact_id, kind: "contact" } as const;
  const was = await findLinked(trx, account, contact_id);
  let made: number | null = null;
  if (new_organisation && company !== "") {
    made = (await addNamed(trx, account, company, by)).id;
    await setOrganisation(trx, account, contact, made);
  } else if (organisation_id !== undefined) {
    const named = organisation_id === null ? null : await findNamed(trx, account, organisation_id);
    await setOrganisation(trx, account, contact, named?.id ?? null);
  } else {
    if (renamed) await unlink(trx, account, [contact_id]);
    made = (await linkByCompany(trx, account, [contact_id], { by }))[0] ?? null;
  }
  const is = await findLinked(trx, account, contact_id);
  return { id: is?.id ?? null, made, changes: linkChanges(was, is) };
}

/** Puts a record back where it was; where that organisation is gone, it belongs to none. */
export async function restoreOrganisation(
  trx: Trx,
  account: string,
  record: Pick<RecordRow, "id" | "kind">,
  organisation: number | null,
): Promise<FieldChange[]> {
  const was = await findLinked(trx, account, record.id);
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select id from crm.organisations where customer_account = ${account} and id = ${organisation} for key share`,
  );
  await setOrganisation(trx, account, record, found?.id ?? null);
  return linkChanges(was, await findLinked(trx, account, record.id));
}
