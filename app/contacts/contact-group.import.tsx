// /contacts/contact-group/import - every contact file that was uploaded, and what became of it
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useLive } from "../kit/use-live";
import { imports } from "./contact-group.import.list";

export const meta = titled("Imports");

export const loader = listLoader("/contacts/contact-group/import", imports);

export default function Imports() {
  const found = useLoaderData<typeof loader>();
  useLive(
    found.rows.data.some((file) => file.state === "running"),
    1000,
  );
  const upload = (
    <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
      Upload contacts
    </LinkButton>
  );
  return (
    <ListPage
      list={imports}
      found={found}
      text="Every contact file, and its result."
      actions={found.rows.total > 0 ? upload : undefined}
      empty={{
        icon: Upload,
        title: "No imports yet",
        text: "An import reads a file of names and numbers into a contact group. Each one stays here, with what was added, what was refused and why.",
        actions: upload,
      }}
    />
  );
}
