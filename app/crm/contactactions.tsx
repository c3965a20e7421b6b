// /crm/contactactions - appointments with leads and contacts and about deals (Q143)
import { useLoaderData } from "@remix-run/react";
import { CalendarDays } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { appointments } from "./contactactions.list";

export const meta = titled("Appointments");

export const loader = listLoader("/crm/contactactions", appointments);

export default function Appointments() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={appointments}
      found={found}
      text="Meetings and visits. New ones are made on the page of a lead, a contact or a deal."
      empty={{
        icon: CalendarDays,
        title: "No appointments",
        text: "Open a lead, a contact or a deal and make an appointment there.",
        actions: <LinkButton to={href("/crm")}>To the CRM</LinkButton>,
      }}
    />
  );
}
