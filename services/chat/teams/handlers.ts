import { sql } from "kysely";
import { recordActivity } from "../../kit/activities";
import { type Handlers, HttpError } from "../../kit/serve";
import { refreshAgents, refreshTeams } from "../agents/sync";
import { note } from "../contacts/note";
import type { chat } from "../contract";
import type { teamCalls } from "../contract.teams";
import { agentRows } from "../records/agents";
import { mustHave } from "../records/contacts";
import { agentChoices, findTeam, teamPage } from "../records/teams";
import { assignWaiting } from "../routing/assign-waiting";
import { giveToTeam } from "../routing/team-queue";
import { asNotAcceptableAnswer } from "../workspace/conflict";
import { activityActor, type ChatContext } from "../workspace/context";
import { lockAccount } from "../workspace/seed";

/** The calls about the teams that conversations are given to. */
export function teamHandlers(service: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof teamCalls> {
  const { read, write, deps, now } = service;

  return {
    async teams({ query }, context) {
      await Promise.all([refreshTeams(service, context), refreshAgents(service, context)]);
      const { account } = context;
      const [page, choices] = await read(account, (trx) =>
        Promise.all([
          teamPage(trx, account, query, now()),
          query.choices === "yes" ? agentChoices(trx, account) : Promise.resolve([]),
        ]),
      );
      return { status: 200, body: { ...page, choices } };
    },

    async saveTeam({ body }, context) {
      const { account, who, address } = context;
      await refreshAgents(service, context);
      const agents = await read(account, (trx) => agentRows(trx, account));
      const unknown = body.agents.filter((id) => !agents.some((agent) => agent.participant_id === id));
      if (unknown.length > 0)
        throw new HttpError(422, "Please correct the marked fields.", { agents: ["Choose agents from the list."] });
      const chosen = (id: string) => body.agents.includes(id);
      const ids = (some: typeof agents) => some.map(({ participant_id }) => Number(participant_id));
      const saved = await deps.clientsOfAccount(account).identity.setTeamMembers({
        body: {
          ...(body.id === undefined ? {} : { id: body.id }),
          name: body.name,
          join: ids(agents.filter((agent) => chosen(agent.participant_id))),
          leave: ids(agents.filter((agent) => agent.team_id === body.id && !chosen(agent.participant_id))),
          by: { id: who.id, name: who.name, address },
        },
      });
      if (saved.status !== 201) throw new HttpError(saved.status, saved.body.message, saved.body.errors);
      const { id, name } = saved.body;
      await write(context, async (unit) => {
        const { trx } = unit;
        await lockAccount(unit);
        await sql`
          insert into chat.teams (customer_account, id, name, channels, max_wait_minutes, updated_at)
          values (${account}, ${id}, ${name}, ${[...body.channels]}::text[], ${body.max_wait_minutes}, ${unit.now})
          on conflict (customer_account, id) do update set name = excluded.name, channels = excluded.channels,
            max_wait_minutes = excluded.max_wait_minutes, removed_at = null, updated_at = excluded.updated_at`.execute(
          trx,
        );
        // As identity has it from now on; who is left out is in the main team.
        await sql`
          update chat.participants set team_id = case when participant_id = any(${[...body.agents]}::text[]) then ${id}::bigint else 1 end
          where customer_account = ${account} and (participant_id = any(${[...body.agents]}::text[]) or team_id = ${id})`.execute(
          trx,
        );
        await recordActivity(trx, account, activityActor(unit), {
          action: "Chat team changed",
          description: `${unit.by.name} changed how conversations are given to the team ${name}`,
          subject: "team",
          subject_id: String(id),
        });
        await assignWaiting(unit);
      });
      return { status: 201, body: { status: 201, message: `The team ${name} was saved.`, id } };
    },

    async giveToTeam({ body }, context) {
      const { account } = context;
      if (!(await read(account, (trx) => findTeam(trx, account, body.team_id)))) await refreshTeams(service, context);
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          if (body.note) await note(unit, await mustHave(unit.trx, account, body.contact_id), body.note);
          const contact = await giveToTeam(unit, body.contact_id, body.team_id);
          return {
            status: 201 as const,
            body: { status: 201 as const, message: `It waits for ${contact.team}.`, contact },
          };
        }),
      );
    },
  };
}
