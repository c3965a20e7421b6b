import { sql } from "kysely";
import { z } from "zod";
import { normalisePhone } from "../../../rules/phone";
import { recordActivity } from "../../kit/activities";
import { isDuplicate } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import { AgentRequest } from "../contract.supervisor";
import { activityActor, tell, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { newPassword, sealPassword } from "./secret";
import { findAgent, setAgentState } from "./store";

type Requests = "agentRequests" | "requestAgent" | "decideAgent" | "removeAgent" | "logOutAgent";
const RequestRow = AgentRequest.extend({ requested_at: z.date(), decided_at: z.date().nullable() });
type RequestRow = z.infer<typeof RequestRow>;

const columns = sql.raw(`e.id, e.user_id, e.name, e.email, e.phone, e.exten, e.state, e.requested_by, e.requested_at,
  e.decided_by, e.decided_at, e.reason`);
/** Extensions that are given out, the first free one of them. */
const [firstExten, lastExten] = [1001, 9999];

/** The calls about who may be an agent. */
export function requestHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Requests> {
  const { read, write, deps } = service;

  return {
    async agentRequests({ query }, { account }) {
      const page = await read(account, (trx) =>
        pageOfRows(trx, query, {
          schema: RequestRow,
          select: columns,
          from: sql`voice.extensions e where e.customer_account = ${account}
            and (${query.state ?? null}::text is null or e.state = ${query.state ?? null})`,
          order: byNumber("e.id"),
        }),
      );
      return { status: 200, body: { ...page, data: page.data.map(asRequest) } };
    },

    async requestAgent({ body }, context) {
      const { account } = context;
      const members = await deps.clientsOfAccount(account).identity.allMembers({ params: { account, group: "all" } });
      if (members.status !== 200) throw new HttpError(503, "The people of your account can't be read now. Try again.");
      const person = members.body.data.find(({ id }) => String(id) === body.user_id);
      if (!person) throw wrong("user_id", "Choose a person of your account.");
      const phone = normalisePhone(body.phone);
      const made = await write(context, async (unit) => {
        const found = await checkedRow(
          unit.trx,
          IdRow,
          sql`insert into voice.extensions (customer_account, user_id, name, email, phone, exten, requested_by, requested_at)
            values (${account}, ${body.user_id}, ${person.name}, ${person.email}, ${phone.ok ? phone.e164 : ""},
              ${body.exten}, ${unit.by.name}, ${unit.now})
            on conflict (customer_account, user_id) where state in ('pending', 'approved') do nothing returning id`,
        );
        if (!found) throw wrong("user_id", `${person.name} has an extension already, or waits for one.`);
        await note(
          unit,
          "Voice agent requested",
          `${unit.by.name} asked for ${person.name} as a voice agent`,
          found.id,
        );
        return mustFind(unit, found.id);
      });
      return { status: 201, body: made };
    },

    async decideAgent({ params: { id }, body }, context) {
      const decided = await write(context, async (unit) => {
        const request = await mustFind(unit, id);
        if (request.state !== "pending") throw new HttpError(409, "This was decided already.");
        if (body.approve) await approve(unit, request, body.exten || request.exten);
        else
          await sql`update voice.extensions set state = 'rejected', reason = ${body.reason}, decided_by = ${unit.by.name},
            decided_at = ${unit.now} where customer_account = ${unit.account} and id = ${id}`.execute(unit.trx);
        const what = body.approve ? "approved" : "rejected";
        await note(unit, "Voice agent decided", `${unit.by.name} ${what} ${request.name} as a voice agent`, id);
        return mustFind(unit, id);
      }).catch((error: unknown) => {
        if (isDuplicate(error)) throw wrong("exten", "This extension is taken. Choose another one.");
        throw error;
      });
      return { status: 201, body: decided };
    },

    async removeAgent({ params: { id } }, context) {
      await write(context, async (unit) => {
        const { trx, account } = unit;
        const request = await mustFind(unit, id);
        if (request.state !== "approved") throw new HttpError(409, "This person has no extension.");
        await logOut(unit, request.user_id);
        await sql`update voice.extensions set state = 'removed', secret = null, decided_by = ${unit.by.name},
          decided_at = ${unit.now} where customer_account = ${account} and id = ${id}`.execute(trx);
        await sql`delete from voice.directory
          where kind = 'extension' and name = ${request.exten} and customer_account = ${account}`.execute(trx);
        await note(unit, "Voice agent removed", `${unit.by.name} took the extension of ${request.name} away`, id);
      });
      return { status: 201, body: { status: 201, message: "Extension removed" } };
    },

    async logOutAgent({ params: { user_id } }, context) {
      await write(context, async (unit) => {
        const name = await logOut(unit, user_id);
        if (name === undefined) throw new HttpError(404, "There is no such agent.");
        await recordActivity(unit.trx, unit.account, activityActor(unit), {
          ...{ action: "Voice agent logged out", subject: "voice agent", subject_id: user_id },
          description: `${unit.by.name} logged ${name} out of the queue`,
        });
      });
      return { status: 201, body: { status: 201, message: "Agent logged out" } };
    },
  };

  /** The extension is theirs from now on, with a password that nobody has seen. */
  async function approve(unit: VoiceUnitOfWork, request: AgentRequest, wanted: string): Promise<void> {
    const { trx, account } = unit;
    const exten = wanted || (await freeExten(unit));
    const secret = sealPassword(deps.secret, account, exten, newPassword());
    await sql`insert into voice.directory (kind, name, customer_account) values ('extension', ${exten}, ${account})`.execute(
      trx,
    );
    await sql`update voice.extensions set state = 'approved', exten = ${exten}, secret = ${secret},
      decided_by = ${unit.by.name}, decided_at = ${unit.now}
      where customer_account = ${account} and id = ${request.id}`.execute(trx);
    tell(unit, "voice.agent", { user: request.user_id, id: request.user_id, status: "logged_out" });
  }
}

const ExtenRow = z.object({ exten: z.number().nullable() });

async function freeExten({ trx }: VoiceUnitOfWork): Promise<string> {
  const found = await checkedRow(
    trx,
    ExtenRow,
    sql`select min(n) as exten from generate_series(${firstExten}::int, ${lastExten}::int) n
      where not exists (select from voice.directory d where d.kind = 'extension' and d.name = n::text)`,
  );
  if (!found?.exten) throw wrong("exten", "Enter an extension.");
  return String(found.exten);
}

/** Logs somebody out of the queue. Answers their name; undefined where nobody is known by that id. */
async function logOut(unit: VoiceUnitOfWork, user: string): Promise<string | undefined> {
  const agent = await findAgent(unit.trx, unit.account, user, true);
  if (agent && agent.state !== "logged_out") await setAgentState(unit, agent, { state: "logged_out" });
  return agent?.name;
}

/** @throws HttpError 404 */
async function mustFind({ trx, account }: VoiceUnitOfWork, id: number): Promise<AgentRequest> {
  const found = await checkedRow(
    trx,
    RequestRow,
    sql`select ${columns} from voice.extensions e where e.customer_account = ${account} and e.id = ${id} for update`,
  );
  if (!found) throw new HttpError(404, "There is no such request.");
  return asRequest(found);
}

function asRequest(found: RequestRow): AgentRequest {
  return {
    ...found,
    requested_at: found.requested_at.toISOString(),
    decided_at: found.decided_at?.toISOString() ?? null,
  };
}

type RequestAction = "Voice agent requested" | "Voice agent decided" | "Voice agent removed";

function note(unit: VoiceUnitOfWork, action: RequestAction, description: string, id: number): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action, description, subject: "voice agent", subject_id: String(id) },
  });
}

function wrong(field: string, message: string): HttpError {
  return new HttpError(422, message, { [field]: [message] });
}
