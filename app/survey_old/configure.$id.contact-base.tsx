// /survey_old/configure/:id/contact-base - the people of a run of an old survey
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { oldContactBase } from "./configure.$id.contact-base.list";
import { OldRunFrame } from "./parts/old-run-frame";

export const meta = titled("Contact base of an old run");

export const loader = listLoader("/survey_old/configure/:id/contact-base", oldContactBase);

export default function OldContactBase() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <OldRunFrame run={found.facts.run} tab="Contact base" />
      <ListPage
        bare
        list={oldContactBase}
        found={found}
        empty={{ icon: Users, title: "No people", text: "No import brought the people of this run." }}
      />
    </>
  );
}
