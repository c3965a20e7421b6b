import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { NetworkName } from "../../../rules/channels";
import type { Problem } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type { Channel } from "../../../services/social/contract";
import {
  EmailForm,
  MessengerForm,
  PlayStoreForm,
  TelegramForm,
  TwitterForm,
  WhatsappForm,
} from "../../../services/social/contract.forms";
import { href } from "../../href";
import { act, done } from "../../shell/page.server";
import type { Refusal } from "../../shell/post.server";
import { noNetwork } from "./channel.server";
import { parseNetwork } from "./networks";

type Connected = { status: 201; body: { message: string; data: Channel } } | { status: number; body: Problem };
type Connection<S extends z.ZodType> = {
  form: S;
  /** Fields that never go back to the page. */
  secrets: readonly string[];
  connect(input: { body: z.output<S>; query: { replaces?: number } }, api: ServiceClients): Promise<Connected>;
};

type ConnectPath = "/chat/channels/:network/new" | "/chat/channels/:network/:id/credentials";
type ConnectAction = (args: ActionFunctionArgs) => Promise<Refusal | Awaited<ReturnType<typeof done>>>;

/** The action of a page whose form connects a channel, or gives a connected one new credentials. */
export function connectAction(path: ConnectPath): ConnectAction {
  const action = <S extends z.ZodType>(network: NetworkName, { form, secrets, connect }: Connection<S>) =>
    act(
      path,
      form,
      async ({ value: body, params, api, from, refuse }) => {
        const replaces = "id" in params ? Number(params.id) || 0 : undefined;
        const answer = await connect({ body, query: replaces === undefined ? {} : { replaces } }, api);
        if (!("data" in answer.body)) return refuse(answer.body);
        const { id } = answer.body.data;
        return done(from, href("/chat/channels/:network/:id", { network, id }), answer.body.message);
      },
      { secret: secrets },
    );
  const actions: Record<NetworkName, ConnectAction> = {
    telegram: action("telegram", {
      ...{ form: TelegramForm, secrets: ["token"] },
      connect: (input, api) => api.social.connectTelegram(input),
    }),
    whatsapp: action("whatsapp", {
      ...{ form: WhatsappForm, secrets: ["token", "app_secret"] },
      connect: (input, api) => api.social.connectWhatsapp(input),
    }),
    facebook: action("facebook", {
      ...{ form: MessengerForm, secrets: ["token", "app_secret"] },
      connect: (input, api) => api.social.connectMessenger(input),
    }),
    playstore: action("playstore", {
      ...{ form: PlayStoreForm, secrets: ["key"] },
      connect: (input, api) => api.social.connectPlayStore(input),
    }),
    twitter: action("twitter", {
      ...{ form: TwitterForm, secrets: ["api_key", "api_secret", "access_token", "access_secret"] },
      connect: (input, api) => api.social.connectTwitter(input),
    }),
    email: action("email", {
      ...{ form: EmailForm, secrets: ["imap.password", "smtp.password"] },
      connect: (input, api) => api.social.connectEmail(input),
    }),
  };
  // Whoever may not come here is told so before they are told that there is no such network.
  const unknown = act(path, z.object({}), async () => {
    throw noNetwork();
  });
  return (args) => {
    const network = parseNetwork(args.params.network);
    return network ? actions[network](args) : unknown(args);
  };
}
