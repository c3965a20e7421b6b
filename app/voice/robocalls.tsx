// /voice/robocalls - one sound to the numbers of a contact group, called without an agent
import { useLoaderData } from "@remix-run/react";
import { PhoneOutgoing, Plus } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { robocalls } from "./robocalls.list";

export const meta = titled("Robocalls");

export const loader = listLoader("/voice/robocalls", robocalls);

export default function Robocalls() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={robocalls}
      found={found}
      text="A sound that many people hear by telephone, and what they answer with a key."
      actions={
        <LinkButton to={href("/voice/robocalls/new")} variant="primary" icon={Plus}>
          New robocall
        </LinkButton>
      }
      empty={{
        icon: PhoneOutgoing,
        title: "No robocalls yet",
        text: "Choose a contact group and a sound. You see the price before anyone is called.",
      }}
    />
  );
}
