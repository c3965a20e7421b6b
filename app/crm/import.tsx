// /crm/import - every file of leads or contacts that was uploaded, and what became of it
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useLive } from "../kit/use-live";
import { imports } from "./import.list";

export const meta = titled("CRM imports");

export const loader = listLoader("/crm/import", imports);

export default function Imports() {
  const found = useLoaderData<typeof loader>();
  useLive(
    found.rows.data.some((file) => file.state === "running"),
    1000,
  );
  const upload = (
    <LinkButton to={href("/crm/import/new")} variant="primary" icon={Upload}>
      Import leads
    </LinkButton>
  );
  return (
    <ListPage
      list={imports}
      found={found}
      text="Every file of leads and contacts, and its result."
      back={{ label: "Leads", to: href("/crm/leads") }}
      actions={
        <>
          <LinkButton to={href("/crm/import/new", undefined, { kind: "contact" })}>Import contacts</LinkButton>
          {found.rows.total > 0 && upload}
        </>
      }
      empty={{
        icon: Upload,
        title: "No imports yet",
        text: "An import reads a file into leads or contacts. Each one stays here, with what was added, what was refused and why.",
        actions: upload,
      }}
    />
  );
}
