// /settings/groups/teams - the teams of the account
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useId } from "react";
import { z } from "zod";
import { commas } from "../../rules/format";
import type { Team } from "../../services/identity/contract.people";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { GroupTabs } from "./roles/group-tabs";
import { lacking } from "./roles/rights";

const path = "/settings/groups/teams";
const TeamFields = z.object({
  intent: z.enum(["add", "rename", "delete"]).default("add"),
  team: id.optional(),
  name: z.string().max(200).default(""),
});

export const meta = titled("Teams");

export const loader = page(path, async ({ api, viewer }) => ({
  teams: expectStatus(await api.identity.teams(), 200).data,
  whys: {
    add: lacking(viewer, "Create user"),
    rename: lacking(viewer, "Edit user"),
    delete: lacking(viewer, "Remove user"),
  },
}));

export const action = act(path, TeamFields, async ({ api, value: { intent, team = 0, name }, from }) => {
  const answer = await {
    add: () => api.identity.createTeam({ body: { name } }),
    rename: () => api.identity.renameTeam({ params: { id: team }, body: { name } }),
    delete: () => api.identity.deleteTeam({ params: { id: team } }),
  }[intent]();
  if (answer.status === 201) {
    const words = { add: "The team was added.", rename: "The team was renamed.", delete: "The team was deleted." };
    return done(from, href(path), words[intent]);
  }
  const { message, errors } = answer.body;
  const notice = errors ? undefined : { level: "warning" as const, title: "Warning", message };
  return data(
    { failed: { intent, team, name, errors: errors?.name }, notice },
    { status: answer.status === 422 ? 422 : 400 },
  );
});

export default function Teams() {
  const { teams, whys } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const failed = last && "failed" in last ? last.failed : undefined;
  const adding = failed?.intent === "add" ? failed : undefined;
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PageHeader title="Group management" text="A role is a set of permissions; a team is people who work together." />
      <GroupTabs />
      <div className="grid max-w-[760px] gap-4">
        <Card label="Teams">
          <CardHead count={commas(teams.length)} unit={teams.length === 1 ? "team" : "teams"} />
          <ul className="divide-y divide-line">
            {teams.map((team) => (
              <TeamRow
                key={`${team.id} ${team.name}`}
                team={team}
                whys={whys}
                working={working}
                failed={failed?.team === team.id && failed.intent === "rename" ? failed : undefined}
              />
            ))}
          </ul>
        </Card>
        <Card label="New team">
          <Form method="post" className="flex flex-wrap items-end gap-2 p-5 max-md:p-4" key={teams.length}>
            <TextInput
              id="new-team"
              name="name"
              label="New team"
              className="min-w-0 flex-auto"
              defaultValue={adding?.name ?? ""}
              {...(adding?.errors ? { errors: adding.errors } : {})}
              autoComplete="off"
            />
            <Button
              variant="primary"
              size="lg"
              name="intent"
              value="add"
              working={working}
              {...(whys.add ? { disabledReason: whys.add } : {})}
            >
              Add team
            </Button>
            {whys.add && <p className="basis-full text-sm text-quiet">{whys.add}</p>}
          </Form>
        </Card>
      </div>
    </>
  );
}

type RowProps = {
  team: Team;
  whys: { rename?: string | undefined; delete?: string | undefined };
  working: boolean;
  failed: { name: string; errors?: string[] | undefined } | undefined;
};

function TeamRow({ team, whys, working, failed }: RowProps) {
  const inputId = useId();
  const why =
    team.id === 1
      ? "The main team can't be deleted: new people start in it."
      : team.members > 0
        ? "People are in it. Move them first."
        : whys.delete;
  return (
    <li className="p-5 max-md:p-4">
      <Form method="post" className="flex flex-wrap items-end gap-2">
        <input type="hidden" name="team" value={team.id} />
        <TextInput
          id={inputId}
          name="name"
          label={
            <>
              Name <span className="sr-only">of {team.name}</span>
            </>
          }
          className="min-w-0 flex-auto"
          defaultValue={failed?.name ?? team.name}
          readOnly={whys.rename !== undefined}
          {...(failed?.errors ? { errors: failed.errors } : {})}
          autoComplete="off"
        />
        <Button
          size="lg"
          name="intent"
          value="rename"
          working={working}
          {...(whys.rename ? { disabledReason: whys.rename } : {})}
        >
          Rename
        </Button>
        <Button
          size="lg"
          variant="danger-outline"
          name="intent"
          value="delete"
          working={working}
          {...(why ? { disabledReason: why } : {})}
        >
          Delete
        </Button>
      </Form>
      <p className="mt-1 text-sm text-quiet">
        <Link className="link" to={href("/settings/users", undefined, { team: team.id })}>
          {team.members === 1 ? "1 person" : `${commas(team.members)} people`}
        </Link>
        {why && `. ${why}`}
      </p>
    </li>
  );
}
