// /sms/express/:id/refused - the rows of an express send that get no message, and why
import { useLoaderData } from "@remix-run/react";
import { CircleCheck, Pencil } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { leftOutList } from "./express.$id.refused.list";

const path = "/sms/express/:id/refused";

export const meta = titled("Rows left out");

export const loader = listLoader(path, leftOutList);

export default function LeftOut() {
  const found = useLoaderData<typeof loader>();
  const { file } = found.facts;
  return (
    <ListPage
      list={leftOutList}
      found={found}
      text="Correct the refused rows here, or export them and correct them in your spreadsheet. They are an express send of their own."
      actions={
        file.refused > 0 && (
          <LinkButton to={href("/sms/express", undefined, { fix: file.id })} icon={Pencil}>
            Correct and send again
          </LinkButton>
        )
      }
      back={{ label: file.file_name, to: href("/sms/express/:id", { id: file.id }) }}
      empty={{
        icon: CircleCheck,
        title: "No row is left out",
        text: "Every row has a number that can be messaged.",
      }}
    />
  );
}
