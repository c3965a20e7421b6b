// /crm/organisations/:id/edit - changing what an organisation says (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { fetchManagers, fetchOrganisation } from "./organisations/organisation.server";
import { OrganisationDrawer } from "./organisations/organisation-drawer";
import { OrganisationChange, organisationFieldValues } from "./organisations/organisation-form";

const path = "/crm/organisations/:id/edit";

export const loader = page(path, async ({ api, params }) => {
  const [organisation, managers] = await Promise.all([fetchOrganisation(api, params.id), fetchManagers(api)]);
  return { organisation, managers };
});

export const action = act(path, OrganisationChange, async ({ api, params, value, refuse, from }) => {
  const { anyway: _, ...body } = value;
  const id = Number(params.id) || 0;
  const answer = await api.crm.updateOrganisation({ params: { id }, body });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/crm/organisations/:id", { id }), "Organisation saved");
});

export default function ChangeOrganisation() {
  const { organisation, managers } = useLoaderData<typeof loader>();
  const { id, name, version } = organisation;
  return (
    <OrganisationDrawer
      key={version}
      title={`Change ${name}`}
      submitLabel="Save the organisation"
      close={href("/crm/organisations/:id", { id })}
      kept={organisationFieldValues(organisation)}
      managers={managers}
      last={useActionData<typeof action>()}
    >
      <input type="hidden" name="version" value={version} />
    </OrganisationDrawer>
  );
}
