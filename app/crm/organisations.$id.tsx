// /crm/organisations/:id - one organisation: who it is, its numbers, its people, its deals and what was done with them
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { z } from "zod";
import { mayOpen } from "../access";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { useEventRevalidate } from "../shell/live";
import { act, done, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { ActivitiesCard, DealsCard, LikelyCard, PeopleCard, ProfileCard } from "./organisations/cards";
import { fetchOrganisation } from "./organisations/organisation.server";
import { HistoryCard } from "./record/cards";
import { changePoints, pointFields } from "./record/points.server";
import { PointsCard } from "./record/points-card";

const path = "/crm/organisations/:id";

/** As many people and deals as the page shows; the others are in their lists. */
const shown = 10;

export const meta = titledBy<typeof loader>(({ data }) => data?.organisation.name ?? "Organisation");

export const loader = page(path, async ({ api, params, viewer }) => {
  const organisation = await fetchOrganisation(api, params.id);
  const query = { organisation: organisation.id, state: "all" as const, per_page: shown };
  const mayDeals = mayOpen(viewer, routeFor("/crm/deals"));
  const [people, deals] = await Promise.all([
    api.crm.crmContacts({ query: { ...query, sort: "name" } }),
    mayDeals ? api.crm.deals({ query }) : undefined,
  ]);
  return {
    organisation,
    people: people.status === 200 ? people.body : undefined,
    deals: deals?.status === 200 ? deals.body : undefined,
    zone: viewer.time_zone,
  };
});

/** What is done with its numbers and addresses. */
export const action = act(path, z.discriminatedUnion("intent", [...pointFields]), async (given) => {
  const { api, params, value, refuse, from } = given;
  const id = Number(params.id) || 0;
  const { addOrganisationPoint, labelOrganisationPoint, removeOrganisationPoint, makeOrganisationPointPrimary } =
    api.crm;
  const calls = { add: addOrganisationPoint, label: labelOrganisationPoint, remove: removeOrganisationPoint };
  const changed = await changePoints({ ...calls, primary: makeOrganisationPointPrimary }, id, value);
  return "problem" in changed ? refuse(changed.problem) : done(from, href(path, { id }), changed.said);
});

export default function OrganisationPage() {
  const last = useActionData<typeof action>();
  const { organisation, people, deals, zone } = useLoaderData<typeof loader>();
  const { id, name, town, sales_manager, likely } = organisation;
  useEventRevalidate(["organisation"], ({ body }) => body.id === id);
  return (
    <>
      <PageHeader
        title={name}
        back={{ label: "Organisations", to: href("/crm/organisations") }}
        text={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {town && <span className="wrap-anywhere">{town}</span>}
            <span>{sales_manager || "No sales manager"}</span>
          </span>
        }
        actions={
          <>
            <LinkButton to={href("/crm/organisations/:id/delete", { id })} icon={Trash2} variant="ghost">
              Delete
            </LinkButton>
            <LinkButton to={href("/crm/organisations/:id/edit", { id })} icon={Pencil} preventScrollReset>
              Change
            </LinkButton>
            <LinkButton to={href("/crm/contacts/new", undefined, { organisation: id })} icon={Plus} variant="primary">
              New contact
            </LinkButton>
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-4">
          {people && <PeopleCard id={id} people={people} />}
          {deals && organisation.deals && <DealsCard id={id} deals={deals} sums={organisation.deals} />}
          <div id="points" className="grid gap-4">
            <PostResult last={last} idOf={(name) => `point-${name}`} />
            <PointsCard record={{ ...organisation, kind: "organisation" }} last={last} />
          </div>
          <ActivitiesCard activities={organisation.activities} zone={zone} />
        </div>
        <div className="grid min-w-0 gap-4">
          {likely.length > 0 && <LikelyCard likely={likely} />}
          <ProfileCard organisation={organisation} zone={zone} />
          <HistoryCard record={organisation} zone={zone} />
        </div>
      </div>
      <Outlet />
    </>
  );
}
