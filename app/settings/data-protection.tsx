// /settings/data-protection - one person's data as an archive, or its erasure; consent and retention beside it
import { useLoaderData } from "@remix-run/react";
import { FileArchive, UserX } from "lucide-react";
import { isAdmin } from "../../rules/access";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { personRequests } from "./data-protection.list";
import { PrivacyTabs } from "./privacy/privacy-tabs";

const path = "/settings/data-protection";

export const meta = titled("Data protection");

export const loader = page(path, async (given) => {
  return { ...(await loadList(personRequests, given)), may: isAdmin(given.viewer.roles) };
});

export default function DataProtection() {
  const { may, ...found } = useLoaderData<typeof loader>();
  const why = may ? {} : { disabledReason: "Only an owner or a Super Admin can ask for one person's data." };
  return (
    <ListPage
      list={personRequests}
      found={found}
      text="People have the right to see the data you have about them, and to have it erased."
      actions={
        <>
          <LinkButton to={href("/settings/data-protection/new", undefined, { kind: "erasure" })} icon={UserX} {...why}>
            Erase a person
          </LinkButton>
          <LinkButton
            to={href("/settings/data-protection/new", undefined, { kind: "export" })}
            variant="primary"
            icon={FileArchive}
            {...why}
          >
            Export a person
          </LinkButton>
        </>
      }
      empty={{
        icon: FileArchive,
        title: "No requests yet",
        text: "When a person asks for their data, create an archive here and send it to them.",
      }}
    >
      <PrivacyTabs now="requests" />
    </ListPage>
  );
}
