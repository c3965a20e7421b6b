// /whatsapp/inboxes/broadcasts/:id/recipients - every number of a broadcast with its state and why
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { broadcastTitle } from "./broadcasts/labels";
import { recipients } from "./inboxes.broadcasts.$id.recipients.list";

export const meta = titled("Numbers of a broadcast");

export const loader = listLoader("/whatsapp/inboxes/broadcasts/:id/recipients", recipients);

export default function Recipients() {
  const found = useLoaderData<typeof loader>();
  const { broadcast } = found.facts;
  return (
    <ListPage
      list={recipients}
      found={found}
      back={{ label: broadcastTitle(broadcast), to: href("/whatsapp/inboxes/broadcasts/:id", { id: broadcast.id }) }}
      empty={{ icon: Users, title: "No numbers", text: "This broadcast has no numbers." }}
    />
  );
}
