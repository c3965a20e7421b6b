import type { Client } from "../kit/client";
import type { webchat } from "../webchat/contract";
import type { PhonePush } from "./deps";

/** How the chat's messages reach phones whose app is closed: by the web chat service, wherever that runs. */
export function webchatCarrier(deps: { clientsOfAccount(account: string): { webchat: Client<typeof webchat.calls> } }) {
  return {
    async push(account: string, body: PhonePush): Promise<number | undefined> {
      const answer = await deps.clientsOfAccount(account).webchat.pushMessage({ body });
      if (answer.status !== 200) throw new Error(answer.body.message);
      return answer.body.again_after ?? undefined;
    },
  };
}
