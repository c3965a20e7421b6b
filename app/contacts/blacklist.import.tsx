// /contacts/blacklist/import - the numbers of a file to blacklist (drawer)
import { data, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { Drawer } from "../kit/ui/drawer";
import { page, receive } from "../shell/page.server";
import { BlacklistTabs } from "./blacklist-tabs";
import { FileForm } from "./contact-group.upload.file";
import { wordsOf } from "./upload.server";

const path = "/contacts/blacklist/import";

export const loader = page(path, async () => null);

/** The file goes on to the service as it arrives. */
export const action = receive(path, async ({ api, request }) => {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || !request.body)
    return data({ error: "Choose a file." }, { status: 422 });
  const answer = await api.messaging.importBlacklist({ stream: { body: request.body, type } });
  if (answer.status === 201) return redirect(href("/contacts/contact-group/import/:id", { id: answer.body.id }));
  return data({ error: wordsOf(answer.body) }, { status: answer.status >= 500 ? 503 : 422 });
});

export default function ImportNumbers() {
  const last = useActionData<typeof action>();
  return (
    <Drawer title="Add numbers to the blacklist" close={href("/contacts/blacklist")}>
      <BlacklistTabs now="file" />
      <FileForm error={last?.error} />
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
