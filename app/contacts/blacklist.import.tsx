// /contacts/blacklist/import - the numbers of a file to blacklist (drawer)
import { redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { fieldErrors } from "../kit/refused-post";
import { NoFields } from "../kit/typed-fields";
import { Drawer } from "../kit/ui/drawer";
import { refusedFile } from "../kit/upload/upload.server";
import { FileForm } from "../kit/upload/upload-file";
import { act, page } from "../shell/page.server";
import { BlacklistTabs } from "./blacklist/blacklist-tabs";

const path = "/contacts/blacklist/import";

export const loader = page(path, async () => null);

/** The file goes on to the service as it arrives. */
export const action = act(
  path,
  NoFields,
  async ({ api, stream, refuse }) => {
    if (!stream) return refuse(refusedFile({ status: 422, message: "Choose a file." }));
    const answer = await api.messaging.importBlacklist({ stream });
    if (answer.status === 201) return redirect(href("/contacts/contact-group/import/:id", { id: answer.body.id }));
    return refuse(refusedFile(answer.body));
  },
  { streamed: true },
);

export default function ImportNumbers() {
  const last = useActionData<typeof action>();
  return (
    <Drawer title="Add numbers to the blacklist" close={href("/contacts/blacklist")}>
      <BlacklistTabs now="file" />
      <FileForm within="/contacts/" error={fieldErrors(last).file?.[0]} />
      <div className="mt-5 grid gap-2 text-sm text-quiet">
        <p>
          One number a row. The column with the numbers is found by its heading, such as Phone, or by what is in it.
        </p>
        <p>A column named Reason is kept with each number; only your team sees it. Other columns are left out.</p>
        <p>The numbers are added at once. The result lists the rows that could not be read, and can be undone.</p>
      </div>
    </Drawer>
  );
}
