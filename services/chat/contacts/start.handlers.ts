import type { Handlers } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import type { startCalls } from "../contract.start";
import { type Bench, idOf } from "../desk/bench";
import { moved } from "../desk/unmoved";
import { foundPeople, rootOf } from "../records/people";
import { hereOf, reachable, waysOf } from "./reach";
import { personBehind, writeFirst } from "./write-first";

type Served = Handlers<typeof chat.calls>;

/** The calls about conversations that an agent begins. */
export function startHandlers(bench: Bench): Pick<Served, keyof typeof startCalls> {
  const { read, write, deps, now } = bench;
  return {
    async reach({ query }, { account }) {
      const { q, person } = query;
      const { roots, ways } = await read(account, async (trx) => {
        const roots = person === undefined ? await foundPeople(trx, account, q) : [await rootOf(trx, account, person)];
        const ids = roots.map(({ id }) => id);
        return { roots, ways: await waysOf(trx, account, ids) };
      });
      const here = await hereOf(deps.askAs(account), ways);
      const data = await read(account, (trx) => reachable(trx, account, roots, ways, here, now()));
      return { status: 200, body: { data } };
    },

    async writeFirst({ body }, asking) {
      const { account, who } = asking;
      // Who is on the site is asked before the change begins: no lock is held while another service answers.
      const ways = await read(account, async (trx) =>
        waysOf(trx, account, [await personBehind({ trx, account }, body)]),
      );
      const here = await hereOf(deps.askAs(account), ways);
      return moved(
        write(asking, async (act) => {
          if (who.kind === "person") await alive(act, who);
          const begun = await writeFirst(act, idOf(who), body, here);
          return {
            status: 201 as const,
            body: { status: 201 as const, message: "The conversation was started.", ...begun },
          };
        }),
      );
    },
  };
}
