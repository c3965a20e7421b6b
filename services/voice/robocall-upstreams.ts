import type { billing } from "../billing/contract";
import type { Client } from "../kit/client";

/** The services that robocalls are paid with. */
export type RobocallUpstreams = {
  billing: Pick<Client<typeof billing.calls>, "hold" | "settle">;
};
