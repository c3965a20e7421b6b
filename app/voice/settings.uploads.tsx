// /voice/settings/uploads - the lists of numbers to call, out of files, and those in the trash
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Tabs } from "../kit/ui/tabs";
import { useLive } from "../kit/use-live";
import { uploadList } from "./settings.uploads.list";

const path = "/voice/settings/uploads";

export const meta = titled("Smart collection file upload");

export const loader = listLoader(path, uploadList);

export default function Uploads() {
  const found = useLoaderData<typeof loader>();
  const trash = found.search.trash === "1";
  useLive(
    found.rows.data.some(({ state }) => state === "running"),
    1000,
  );
  const upload = (
    <LinkButton to={href("/voice/settings/uploads/new")} variant="primary" icon={Upload}>
      Upload a file
    </LinkButton>
  );
  return (
    <ListPage
      list={uploadList}
      found={found}
      text="Lists of numbers to call: agents call them one by one, the highest priority first, or they are called automatically."
      actions={found.rows.total > 0 && upload}
      empty={
        trash
          ? { icon: Upload, title: "The trash is empty", text: "Deleted lists stay here and can be restored." }
          : {
              ...{ icon: Upload, title: "No lists yet", actions: upload },
              text: "A file of numbers becomes a list. Its rows are checked, and what is wrong is named.",
            }
      }
    >
      <Tabs
        label="Lists"
        tabs={[
          { label: "Lists", to: href(path), current: !trash },
          { label: "Trash", to: href(path, undefined, { trash: "1" }), current: trash },
        ]}
      />
    </ListPage>
  );
}
