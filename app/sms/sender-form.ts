import { z } from "zod";
import { senderNetworks } from "../../rules/senders";
import { SenderRequest } from "../../services/messaging/contract.senders";

const { sender, kind, purpose, sample } = SenderRequest.shape;

/** A request as the form says it; the words are the service's. Without a tick there is no network, not every one. */
export const SenderFields = z.object({
  sender,
  kind,
  purpose,
  sample,
  networks: z
    .array(z.enum(senderNetworks))
    .default([])
    .refine((all) => all.length > 0, { message: "Choose at least one network." }),
});
