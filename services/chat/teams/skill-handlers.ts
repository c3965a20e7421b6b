import { sql } from "kysely";
import { z } from "zod";
import { checkedRows } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import { refreshAgents, refreshSkills } from "../agents/sync";
import type { chat } from "../contract";
import { Channel } from "../contract.fields";
import type { skillCalls } from "../contract.skills";
import { knownSkills } from "../records/skills";
import type { ChatContext } from "../workspace/context";

const InboxRow = z.object({ id: z.number(), channel: Channel, name: z.string(), skill_id: z.number().nullable() });

/** The call about the skills that conversations wait for. */
export function skillHandlers(service: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof skillCalls> {
  return {
    async routingSkills(_, context) {
      await refreshAgents(service, context);
      await refreshSkills(service, context);
      const { account } = context;
      const [skills, inboxes] = await service.read(account, (trx) =>
        Promise.all([
          knownSkills(trx, account),
          checkedRows(
            trx,
            InboxRow,
            sql`
            select id, channel, name, skill_id from chat.inboxes where customer_account = ${account} and active
            order by channel, lower(name), id limit 500`,
            { batched: true },
          ),
        ]),
      );
      return {
        status: 200,
        body: { skills: skills.map(({ id, name, agents }) => ({ id, name, agents: agents.length })), inboxes },
      };
    },
  };
}
