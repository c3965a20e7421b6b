// /crm/organisations/new - a new organisation; those that may be the same are shown before it is added (drawer)
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { OrganisationMatch } from "../../services/crm/contract.organisations";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { fetchManagers } from "./organisations/organisation.server";
import { OrganisationDrawer } from "./organisations/organisation-drawer";
import { OrganisationFields } from "./organisations/organisation-form";

const path = "/crm/organisations/new";

export const loader = page(path, async ({ api, viewer }) => ({
  managers: await fetchManagers(api),
  me: String(viewer.id),
}));

export const action = act(path, OrganisationFields, async ({ api, value: { anyway, ...body }, refuse, stay, from }) => {
  if (!anyway) {
    const { name, website, phone, email } = body;
    const found = await api.crm.organisationMatches({ query: { name, website, phone, email } });
    const likely = found.status === 200 ? found.body.data : [];
    if (likely.length > 0) return stay({ likely });
  }
  const answer = await api.crm.createOrganisation({ body });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/crm/organisations/:id", { id: answer.body.id }), "Organisation added");
});

export default function NewOrganisation() {
  const { managers, me } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const likely: OrganisationMatch[] = last && "likely" in last ? last.likely : [];
  return (
    <OrganisationDrawer
      title="New organisation"
      submitLabel="Add the organisation"
      close={`${href("/crm/organisations")}${search}`}
      kept={{ sales_manager_id: managers.some(({ value }) => value === me) ? me : "" }}
      managers={managers}
      last={last}
      likely={likely}
    />
  );
}
