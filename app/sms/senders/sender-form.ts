import { z } from "zod";
import { senderNetworks } from "../../../rules/senders";
import { SenderRequest } from "../../../services/messaging/contract.senders";
import { unknownIntent } from "../../kit/typed-fields";

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

/** The form of the request: sent, or only shown as a message by the button for who has no script. */
export const SenderForm = z.discriminatedUnion(
  "intent",
  [SenderFields.extend({ intent: z.literal("send") }), z.object({ intent: z.literal("preview") })],
  unknownIntent,
);
