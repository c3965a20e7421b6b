import type { ServiceClients } from "../shell/context.server";
import { expectStatus } from "../shell/page.server";
import { type Choices, choicesFrom } from "./choices";

export async function choicesOf(api: ServiceClients): Promise<Choices> {
  return choicesFrom(expectStatus(await api.ticketing.choices({}), 200));
}
