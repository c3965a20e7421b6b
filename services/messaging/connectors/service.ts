import { smpp } from "../../connectors/smpp/smpp";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount } from "../../kit/database";
import type { CallContext, Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { Connector, ConnectorSettings, connectorCalls } from "../contract.connectors";
import type { carrierHealthCalls } from "../contract.health";
import { loadHealth } from "./health";
import { findLink } from "./links";
import { findConnector, secondConnector, updateConnector } from "./settings";
import { listUnmatched } from "./unmatched";

type Caller = Pick<CallContext, "account" | "who" | "address">;

/** The settings of the links to the carriers, their state, and what came from them that belongs to nothing. */
export function connectorHandlers(database: Database): Handlers<typeof connectorCalls> {
  async function loadConnector(name: string): Promise<Connector> {
    const [found, link] = await Promise.all([findConnector(database, name), findLink(database, name)]);
    return { name, ...found, link };
  }

  async function change(connector: string, settings: ConnectorSettings, { account, who, address }: Caller) {
    const { id, name } = who.kind === "person" ? who : { id: "", name: "A service" };
    await updateConnector(database, connector, settings, name);
    await inAccount(database.db, account, (trx) =>
      recordActivity(
        trx,
        account,
        { id, name, address },
        {
          action: "Carrier settings changed",
          description: Object.entries(settings)
            .map(([setting, value]) => `${setting}: ${value ?? "from the environment"}`)
            .join(", "),
          subject: "connector",
          subject_id: connector,
        },
      ),
    );
    return { status: 201 as const, body: await loadConnector(connector) };
  }

  return {
    async connector() {
      return { status: 200, body: await loadConnector(smpp.name) };
    },
    async secondConnector() {
      return { status: 200, body: await loadConnector(secondConnector) };
    },
    updateConnector: ({ body }, context) => change(smpp.name, body, context),
    updateSecondConnector: ({ body }, context) => change(secondConnector, body, context),
    async unmatched() {
      return { status: 200, body: await listUnmatched(database) };
    },
  };
}

/** How the links do, for everybody who sends. */
export function carrierHealthHandlers(
  database: Database,
): Pick<Handlers<typeof messaging.calls>, keyof typeof carrierHealthCalls> {
  return {
    async carrierHealth() {
      return { status: 200, body: { carriers: await loadHealth(database) } };
    },
  };
}
