// /voice/voicemails - messages that callers left, each with its ticket
import { Outlet, useLoaderData } from "@remix-run/react";
import { Voicemail } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { voicemails } from "./voicemails.list";

export const meta = titled("Voicemails");

export const loader = listLoader("/voice/voicemails", voicemails);

export default function Voicemails() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <ListPage
        list={voicemails}
        found={found}
        text="Messages that callers left in a call flow. Without dates it is the last 30 days."
        empty={{
          icon: Voicemail,
          title: "No voicemails yet",
          text: "Messages appear here when a call flow has a voicemail step.",
        }}
      />
      <Outlet />
    </>
  );
}
