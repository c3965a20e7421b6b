// /contacts/blacklist/remove/:id - the last step before a number can be messaged again, over the list that it is in
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { showPhone } from "../../rules/phone";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { parseSearch, withQuery } from "../kit/list";
import { listRequest } from "../kit/lists/load.server";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { act, done, expectStatus, page } from "../shell/page.server";
import { blacklist } from "./blacklist.list";

const path = "/contacts/blacklist/remove/:id";

export const meta = titled("Take off the blacklist");

/** The list with its search, without the number. */
function listAddress(search: string): string {
  return href("/contacts/blacklist") + withQuery(search, { _routes: undefined }, true);
}

/** What was taken off meanwhile is not asked again. */
export const loader = page(path, async (given) => {
  const { params, url, viewer } = given;
  const rows = expectStatus(await blacklist.rows(listRequest(given), parseSearch(blacklist, url)), 200);
  const entry = rows.data.find(({ id }) => String(id) === params.id);
  if (!entry) throw redirect(listAddress(url.search));
  return { entry, zone: viewer.time_zone };
});

export const action = act(path, NoFields, async ({ api, params, refuse, from, url }) => {
  const answer = await api.messaging.removeFromBlacklist({ params: { id: params.id } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, listAddress(url.search), "The number was taken off the blacklist");
});

/** The last step before a number can be messaged again. */
export default function TakeOff() {
  const { entry, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const keep = listAddress(useLocation().search);
  const working = useNavigation().state !== "idle";
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <Form method="post" className="card mb-3 grid gap-3 p-4">
        <h2 className="font-semibold">
          Message <span className="num">{showPhone(entry.msisdn)}</span> again?
        </h2>
        <p className="text-sm text-quiet">
          {entry.source === "stop" ? "This person texted STOP" : "On the blacklist since"}{" "}
          <DateTime at={entry.created_at} zone={zone} />
          {entry.reason && ` (${entry.reason})`}.{" "}
          {entry.source === "stop" && "Message them only if they have asked you to. "}
          The entry will be deleted.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" working={working}>
            Take it off the blacklist
          </Button>
          <LinkButton to={keep} preventScrollReset>
            Keep it
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
