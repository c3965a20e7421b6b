import { channels, priorities, statuses } from "../../../rules/ticket-words";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import type { Handlers } from "../../kit/serve";
import { type Asking, actorOf, type Bench, idOf, mustBeOwn, seesAll } from "../bench";
import type { ticketing } from "../contract";
import type { boardCalls } from "../contract.boards";
import type { peopleCalls } from "../contract.people";
import type { settingCalls } from "../contract.settings";
import type { Act } from "../desk/act";
import { colleagues, keepPeople, knowPeople } from "../desk/people";
import { choicesOf } from "./choices";
import { deleteGroup, dropMember, groupMembersOf, groupOf, groupsOf, putMember, saveGroup, usersOf } from "./groups";
import { deleteDisposition, deleteType, dispositionsOf, saveDisposition, saveType, typesOf } from "./lists";
import { boardsOf, deleteBoard, deleteStage, rankStages, saveBoard, saveStage, stagesOf } from "./stages";
import { setTemplate, wizardOf } from "./templates";
import { deleteView, saveView, viewsOf } from "./views";

type Served = Handlers<typeof ticketing.calls>;
type Keys = keyof typeof settingCalls | keyof typeof boardCalls | keyof typeof peopleCalls;

/** Changes a setting and writes down who did. `told` is the activity's sentence. */
export async function change<T>(
  bench: Bench,
  asking: Asking,
  action: string,
  work: (act: Act) => Promise<T>,
  told: (result: T) => string,
): Promise<T> {
  return bench.write(asking, async (act) => {
    const result = await work(act);
    await recordActivity(act.trx, act.account, actorOf(asking), {
      action,
      description: told(result),
      subject: "ticketing",
    });
    return result;
  });
}

export function done(message: string) {
  return { status: 201 as const, body: { status: 201, message } };
}

const numbered = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }));

/** Lists, stages, boards, groups, people, views and the template wizard. */
export function settingHandlers(bench: Bench): Pick<Served, Exclude<Keys, "cards" | "moveCard">> {
  const { read, write, looking, deps, database } = bench;
  return {
    async choices(_, { account }) {
      const [people, body] = await Promise.all([
        colleagues(deps.askAs(account), account),
        read(account, (trx) => choicesOf(trx, account)),
      ]);
      // Somebody who joined, or has another name, is in the menus at once.
      const changed = await keepPeople(database, account, people);
      return { status: 200, body: changed ? await read(account, (trx) => choicesOf(trx, account)) : body };
    },

    types: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => typesOf(trx, account)) },
    }),

    async saveType({ body }, asking) {
      const saved = await change(
        bench,
        asking,
        "Ticket type saved",
        (act) => saveType(act, body.id, body.name),
        ({ name }) => `Type ${name}`,
      );
      return { status: 201, body: saved };
    },

    async deleteType({ params, query }, asking) {
      const name = await change(
        bench,
        asking,
        "Ticket type deleted",
        (act) => deleteType(act, params.id, query.replace),
        (gone) => `Type ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    statuses: async () => ({ status: 200, body: { data: numbered(statuses) } }),
    priorities: async () => ({ status: 200, body: { data: [...priorities] } }),
    channels: async () => ({ status: 200, body: { data: [...channels] } }),

    dispositions: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => dispositionsOf(trx, account)) },
    }),

    async saveDisposition({ body }, asking) {
      const saved = await change(
        bench,
        asking,
        "Disposition saved",
        (act) => saveDisposition(act, body),
        ({ name }) => `Disposition ${name}`,
      );
      return { status: 201, body: saved };
    },

    async deleteDisposition({ params, query }, asking) {
      const work = (act: Act) => deleteDisposition(act, params.id, query.replace);
      const name = await change(bench, asking, "Disposition deleted", work, (gone) => `Disposition ${gone}`);
      return done(`${name} was deleted.`);
    },

    async createStage({ body }, asking) {
      return {
        status: 201,
        body: await change(
          bench,
          asking,
          "Stage saved",
          (act) => saveStage(act, body),
          ({ name }) => `Stage ${name}`,
        ),
      };
    },

    async stages({ query }, { account }) {
      mustBeOwn(account, query);
      const data = await read(account, (trx) => stagesOf(trx, account, { board: query.board }));
      return { status: 200, body: { data } };
    },

    async deleteStage({ params, query }, asking) {
      const name = await change(
        bench,
        asking,
        "Stage deleted",
        (act) => deleteStage(act, params.id, query.replace),
        (gone) => `Stage ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    async rankStages({ body }, asking) {
      const data = await change(
        bench,
        asking,
        "Stages ranked",
        (act) => rankStages(act, body.stages),
        (all) => all.map(({ name }) => name).join(", "),
      );
      return { status: 201, body: { data } };
    },

    boards: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => boardsOf(trx, account)) },
    }),

    async saveBoard({ body }, asking) {
      return {
        status: 201,
        body: await change(
          bench,
          asking,
          "Board saved",
          (act) => saveBoard(act, body.id, body.name),
          ({ name }) => `Board ${name}`,
        ),
      };
    },

    async deleteBoard({ params }, asking) {
      const name = await change(
        bench,
        asking,
        "Board deleted",
        (act) => deleteBoard(act, params.id),
        (gone) => `Board ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    async createGroup({ body }, asking) {
      await knowPeople(database, deps.askAs(asking.account), asking.account, body.member_ids);
      const work = (act: Act) => saveGroup(act, undefined, body, body.member_ids);
      return {
        status: 201,
        body: await change(bench, asking, "Ticket group added", work, ({ name }) => `Group ${name}`),
      };
    },

    async groups({ query }, { account }) {
      mustBeOwn(account, query);
      return { status: 200, body: { data: await read(account, (trx) => groupsOf(trx, account)) } };
    },

    async deleteGroup({ params, query }, asking) {
      const name = await change(
        bench,
        asking,
        "Ticket group deleted",
        (act) => deleteGroup(act, params.id, query.replace),
        (gone) => `Group ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    async updateGroup({ params, body }, asking) {
      const work = (act: Act) => saveGroup(act, params.id, body);
      return {
        status: 201,
        body: await change(bench, asking, "Ticket group changed", work, ({ name }) => `Group ${name}`),
      };
    },

    async addGroupMember({ body }, asking) {
      await knowPeople(database, deps.askAs(asking.account), asking.account, [body.member_id]);
      const work = async (act: Act) => {
        await putMember(act, body);
        return groupOf(act.trx, act.account, body.group_id);
      };
      const group = await change(bench, asking, "Ticket group changed", work, ({ name, members }) => {
        const person = members.find(({ id }) => id === body.member_id);
        return `${person?.name ?? "A person"} is ${body.role} in ${name}`;
      });
      return { status: 201, body: group };
    },

    groupMembers: async ({ query }, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => groupMembersOf(trx, account, query.group_id)) },
    }),

    async removeGroupMember({ params }, asking) {
      const work = (act: Act) => dropMember(act, params.id);
      const gone = await change(
        bench,
        asking,
        "Ticket group changed",
        work,
        ({ group, person }) => `${person} left ${group}`,
      );
      return done(`${gone.person} was removed from ${gone.group}.`);
    },

    async users({ query }, { account }) {
      await keepPeople(database, account, await colleagues(deps.askAs(account), account));
      return { status: 200, body: { data: await read(account, (trx) => usersOf(trx, account, query.q)) } };
    },

    async saveUser({ body }, asking) {
      const { account } = asking;
      await knowPeople(database, deps.askAs(account), account, [body.id]);
      const known = await read(account, (trx) => usersOf(trx, account, ""));
      const found = known.find(({ id }) => id === body.id);
      if (!found)
        return problem(422, "There is no such person in the account.", { id: ["Choose a person from the list."] });
      return { status: 201, body: { id: found.id, name: found.name, email: found.email } };
    },

    views: async (_, asking) => ({
      status: 200,
      body: { data: await read(asking.account, async (trx) => viewsOf(trx, await looking(trx, asking))) },
    }),

    async saveView({ body }, asking) {
      if (body.shared && !seesAll(asking.who))
        return problem(403, "Only those who see every ticket share a view. Save it for yourself.");
      const saved = await write(asking, async (act) => {
        const id = await saveView(act, idOf(asking.who), body);
        return (await viewsOf(act.trx, await looking(act.trx, asking))).find((view) => view.id === id);
      });
      return saved ? { status: 201, body: saved } : problem(422, "There are fifty views already. Delete one first.");
    },

    async deleteView({ params }, asking) {
      const name = await write(asking, (act) => deleteView(act, idOf(asking.who), params.id));
      return done(`${name} was deleted.`);
    },

    wizard: async (_, { account }) => ({ status: 200, body: await read(account, (trx) => wizardOf(trx, account)) }),

    async setTemplate({ params, body }, asking) {
      const work = (act: Act) => setTemplate(act, params.set, body);
      const told = () => `Template ${params.set}: ${body.choice}`;
      return { status: 201, body: await change(bench, asking, "Ticket template set", work, told) };
    },
  };
}
