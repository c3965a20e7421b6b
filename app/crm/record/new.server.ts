import type { RecordKind } from "../../../rules/crm";
import { type Admitted, act, done, expectStatus, page } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { listPlaces, recordHref } from "./places";
import { fetchFields, fetchRecord } from "./record.server";
import { atFields, RecordFields, recordBody } from "./record-form";

type Api = Admitted<Path>["api"];

/** A new record begins empty; a deal with its contact (`?contact=`) where it comes from one. */
export function newLoader(kind: RecordKind) {
  return page(`${listPlaces[kind].path}/new`, async ({ api, url }) => {
    const contact = Number(url.searchParams.get("contact")) || 0;
    const fields = await fetchFields(api, kind);
    const organisation = kind === "lead" ? null : await givenOrganisation(api, url);
    if (kind !== "deal" || contact === 0) return { kind, fields, contact: null, organisation };
    const found = expectStatus(await fetchRecord(api, "contact", contact), 200);
    const { id, name, company, phone, email } = found;
    return {
      ...{ kind, fields, contact: { id, name, company, phone, email } },
      organisation: organisation ?? found.organisation,
    };
  });
}

/** The organisation that the page was opened from (`?organisation=`). */
async function givenOrganisation(api: Api, url: URL): Promise<{ id: number; name: string } | null> {
  const id = Number(url.searchParams.get("organisation")) || 0;
  if (id <= 0) return null;
  const answer = await api.crm.organisation({ params: { id } });
  return answer.status === 200 ? { id, name: answer.body.name } : null;
}

const NewFields = RecordFields.extend({ contact_id: RecordFields.shape.source });

export function newAction(kind: RecordKind) {
  return act(`${listPlaces[kind].path}/new`, NewFields, async ({ api, url, value, refuse, from }) => {
    const { contact_id, ...fields } = value;
    const pipeline = { pipeline_id: Number(url.searchParams.get("pipeline")) || null };
    const body = recordBody(fields);
    const answer =
      kind === "lead"
        ? await api.crm.createLead({ body: { ...body, ...pipeline } })
        : kind === "contact"
          ? await api.crm.createCrmContact({ body })
          : await api.crm.createDeal({ body: { ...body, ...pipeline, contact_id: Number(contact_id) || null } });
    if (answer.status !== 201) return refuse({ ...answer.body, errors: atFields(answer.body.errors) });
    const words = { lead: "Lead added", contact: "Contact added", deal: "Deal added" }[kind];
    // A submitted deal leads to the deals (R129).
    return done(from, kind === "deal" ? listPlaces.deal.path : recordHref(answer.body), words);
  });
}
