// /settings/groups/skills - the skills of the account, and how many people have each
import { Outlet, useLoaderData } from "@remix-run/react";
import { Award, Plus } from "lucide-react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { GroupTabs } from "./roles/group-tabs";
import { lacking } from "./roles/rights";

export const meta = titled("Skills");

export const loader = page("/settings/groups/skills", async ({ api, viewer }) => ({
  skills: expectStatus(await api.identity.skills(), 200).data,
  may: {
    add: !lacking(viewer, "Create user"),
    change: !lacking(viewer, "Edit user"),
    delete: !lacking(viewer, "Remove user"),
  },
}));

export default function Skills() {
  const { skills, may } = useLoaderData<typeof loader>();
  const add = may.add && (
    <LinkButton
      to={href("/settings/groups/skills/:id", { id: "new" })}
      variant="primary"
      icon={Plus}
      preventScrollReset
    >
      New skill
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Group management"
        text="A skill is what a person can do, such as a language or a subject. A conversation can wait for someone who has it."
        actions={skills.length > 0 && add}
      />
      <GroupTabs />
      <div className="grid max-w-[760px] gap-4">
        <Card label="Skills">
          {skills.length === 0 ? (
            <EmptyState
              icon={Award}
              title="No skills yet"
              text="Add the languages and subjects that your customers ask for, and say who has them."
              actions={add}
            />
          ) : (
            <>
              <CardHead count={commas(skills.length)} unit={skills.length === 1 ? "skill" : "skills"} />
              <ul className="divide-y divide-line">
                {skills.map(({ id, name, people }) => (
                  <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-5 max-md:p-4">
                    <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</h2>
                    <span className="text-sm text-quiet">
                      {people.length === 1 ? "1 person" : `${commas(people.length)} people`}
                    </span>
                    {may.change && (
                      <Link
                        className="link py-0.5 text-sm"
                        to={href("/settings/groups/skills/:id", { id })}
                        preventScrollReset
                      >
                        Change<span className="sr-only"> {name}</span>
                      </Link>
                    )}
                    {may.delete && (
                      <Link className="link py-0.5 text-sm" to={href("/settings/groups/skills/:id/delete", { id })}>
                        Delete<span className="sr-only"> {name}</span>
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Card>
      </div>
      <Outlet />
    </>
  );
}
