import type { ServiceClients } from "../../../services/modules";
import { expectStatus } from "../../shell/page.server";
import { type Choices, choicesFrom } from "./choices";

export async function loadChoices(api: ServiceClients): Promise<Choices> {
  return choicesFrom(expectStatus(await api.ticketing.choices({}), 200));
}
