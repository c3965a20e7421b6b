import { actorId } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import type { startCalls } from "../contract.start";
import { foundPeople, loadRootPerson } from "../records/people";
import { asConflictAnswer } from "../workspace/conflict";
import type { ChatContext } from "../workspace/context";
import { listContactPoints, listPresent, reachable } from "./reach";
import { personBehind, writeFirst } from "./write-first";

type ChatHandlers = Handlers<typeof chat.calls>;

/** The calls about conversations that an agent begins. */
export function startHandlers(service: ChatContext): Pick<ChatHandlers, keyof typeof startCalls> {
  const { read, write, deps, now } = service;
  return {
    async reach({ query }, { account }) {
      const { q, person } = query;
      const { roots, points } = await read(account, async (trx) => {
        const roots =
          person === undefined ? await foundPeople(trx, account, q) : [await loadRootPerson(trx, account, person)];
        const ids = roots.map(({ id }) => id);
        return { roots, points: await listContactPoints(trx, account, ids) };
      });
      const here = await listPresent(deps.clientsOfAccount(account), points);
      const data = await read(account, (trx) => reachable(trx, account, roots, points, here, now()));
      return { status: 200, body: { data } };
    },

    async writeFirst({ body }, context) {
      const { account, who } = context;
      // Who is on the site is asked before the change begins: no lock is held while another service answers.
      const points = await read(account, async (trx) =>
        listContactPoints(trx, account, [await personBehind({ trx, account }, body)]),
      );
      const here = await listPresent(deps.clientsOfAccount(account), points);
      return asConflictAnswer(
        write(context, async (unit) => {
          if (who.kind === "person") await alive(unit, who);
          const begun = await writeFirst(unit, actorId(who), body, here);
          return {
            status: 201 as const,
            body: { status: 201 as const, message: "The conversation was started.", ...begun },
          };
        }),
      );
    },
  };
}
