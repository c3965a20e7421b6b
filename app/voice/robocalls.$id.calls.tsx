// /voice/robocalls/:id/calls - the numbers of a robocall: state, attempts, seconds, key and cost
import { useLoaderData } from "@remix-run/react";
import { PhoneOutgoing } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { robocallTargets } from "./robocalls.$id.calls.list";

const path = "/voice/robocalls/:id/calls";

export const meta = titled("Numbers of a robocall");

export const loader = listLoader(path, robocallTargets);

export default function RobocallNumbers() {
  const found = useLoaderData<typeof loader>();
  const { robocall } = found.facts;
  return (
    <ListPage
      list={robocallTargets}
      found={found}
      text="A number whose call was cut off by a restart is unknown. It is not called again, and nothing is charged for it."
      trail={[
        { label: "Robocalls", to: href("/voice/robocalls") },
        { label: robocall.name, to: href("/voice/robocalls/:id", { id: robocall.id }) },
      ]}
      empty={{ icon: PhoneOutgoing, title: "No such numbers", text: "No number of this robocall is like that." }}
    />
  );
}
