// /settings/users/:id/profile - who a person is here, and what they hold
import { useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titledBy } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { expectStatus, page } from "../shell/page.server";
import { PersonHead } from "./people/person-head";
import { loadPerson } from "./people/users.server";
import { whysFor } from "./roles/rights";

const path = "/settings/users/:id/profile";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.member.name ?? "a person"}`);

export const loader = page(path, async ({ api, params, viewer }) => {
  const member = await loadPerson(api, params.id);
  const { data } = expectStatus(await api.identity.permissionsOf({ params: { uuid: member.uuid } }), 200);
  const categories = [...new Set(data.map(({ category }) => category))].map((category) => ({
    category,
    held: data.filter((row) => row.category === category).map(({ name, by }) => ({ name, by })),
  }));
  return { member, categories, whys: whysFor(viewer, member), zone: viewer.time_zone };
});

export default function PersonProfile() {
  const { member, categories, whys, zone } = useLoaderData<typeof loader>();
  const when = (at: string | null) => (at ? <DateTime at={at} zone={zone} /> : "Never");
  const admin = member.role === "Owner" || member.role === "Super Admin";
  return (
    <>
      <PersonHead member={member} whys={whys} />
      <div className="grid max-w-[760px] gap-4">
        <DescriptionList
          facts={[
            { label: "Name", value: member.name },
            { label: "Email", value: member.email, ...(member.removed_at ? {} : { note: "They sign in with it" }) },
            { label: "Phone", value: member.phone || "None" },
            { label: "Role", value: member.role || "No role" },
            { label: "Team", value: member.group_name },
            { label: "Open sign-ins", value: commas(member.sessions) },
            { label: "Member since", value: when(member.created_at) },
            ...(member.invited_at
              ? [
                  {
                    label: "Invited",
                    value: when(member.invited_at),
                    note: member.invited_by && `By ${member.invited_by}`,
                  },
                ]
              : []),
            ...(member.removed_at ? [{ label: "Removed", value: when(member.removed_at) }] : []),
            ...(member.modules_off.length > 0
              ? [{ label: "Modules switched off", value: member.modules_off.join(", ") }]
              : []),
          ]}
        />
        <Card label="Permissions">
          <CardHead title="Permissions" />
          <div className="grid gap-4 p-5 max-md:p-4">
            {admin && (
              <p>
                {member.role} opens every page of the products this account has. Named permissions are listed below.
              </p>
            )}
            {categories.length === 0 && !admin && <p className="text-quiet">No permissions yet.</p>}
            {categories.map(({ category, held }) => (
              <section key={category}>
                <h3 className="font-semibold">{category}</h3>
                <ul className="mt-1 grid gap-x-6 md:grid-cols-2">
                  {held.map(({ name, by }) => (
                    <li key={name}>
                      {name} {by === "person" && <span className="text-sm text-quiet">their own</span>}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <p>
              <a className="link" href={href("/settings/users/permissions", undefined, { person: member.id })}>
                Change the permissions
              </a>
            </p>
          </div>
        </Card>
      </div>
    </>
  );
}
