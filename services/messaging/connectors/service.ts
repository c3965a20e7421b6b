import { smpp } from "../../connectors/smpp/smpp";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { carrierHealthCalls } from "../contract.carrier-health";
import type { Connector, connectorCalls } from "../contract.connectors";
import { loadHealth } from "./health";
import { findLink } from "./links";
import { findConnector, updateConnector } from "./settings";
import { listUnmatched } from "./unmatched";

/** The settings of the link to the carrier, its state, and what came from it that belongs to nothing. */
export function connectorHandlers(database: Database): Handlers<typeof connectorCalls> {
  async function loadConnector(): Promise<Connector> {
    const [found, link] = await Promise.all([findConnector(database), findLink(database)]);
    return { name: smpp.name, ...found, link };
  }

  return {
    async connector() {
      return { status: 200, body: await loadConnector() };
    },
    async updateConnector({ body }, { account, who, address }) {
      const { id, name } = who.kind === "person" ? who : { id: "", name: "A service" };
      await updateConnector(database, smpp.name, body, name);
      await inAccount(database.db, account, (trx) =>
        recordActivity(
          trx,
          account,
          { id, name, address },
          {
            action: "Carrier settings changed",
            description: Object.entries(body)
              .map(([setting, value]) => `${setting}: ${value ?? "from the environment"}`)
              .join(", "),
            subject: "connector",
            subject_id: smpp.name,
          },
        ),
      );
      return { status: 201, body: await loadConnector() };
    },
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
