// /jibu/admin/accounts/:id/suspend - the last step before an account stops
import { useActionData, useLoaderData } from "@remix-run/react";
import { CirclePause, Info } from "lucide-react";
import { showKes } from "../../rules/money";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { AccountStatusForm, AccountStatusInput } from "./accounts/account-status-form";

const path = "/jibu/admin/accounts/:id/suspend";

export const meta = titled("Suspend an account");

export const loader = page(path, async ({ api, params }) => ({
  account: expectStatus(await api.identity.account({ params: { account: params.id } }), 200),
}));

export const action = act(path, AccountStatusInput, async ({ api, value, refuse, from, params }) => {
  const answer = await api.identity.suspendAccount({ params: { account: params.id }, body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/jibu/admin/accounts/:id", { id: params.id }), `${answer.body.name} is suspended.`);
});

export default function SuspendAccount() {
  const { account } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = href("/jibu/admin/accounts/:id", { id: account.number });
  const people = `${account.people.toLocaleString("en-KE")} ${account.people === 1 ? "person" : "people"}`;
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={`Suspend ${account.name}?`}
        text="It sends, buys and changes nothing until you resume it."
        back={{ label: account.name, to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Account", value: account.name, note: account.number },
          { label: "People", value: people, note: "They can sign in, read, pay and write to us." },
          {
            label: "Balance",
            value: account.balance_cents === null ? "Not available" : showKes(account.balance_cents),
            note: "It stays where it is.",
          },
          ...(account.children > 0
            ? [
                {
                  label: "Child accounts",
                  value: account.children.toLocaleString("en-KE"),
                  note: "They send and buy nothing either.",
                },
              ]
            : []),
        ]}
      />
      <p className="mt-4 flex gap-2.5 text-sm text-quiet">
        <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        Messages that are being sent are paused until the account's users resume them.
      </p>
      <AccountStatusForm
        button={`Suspend ${account.name}`}
        icon={CirclePause}
        kind="danger"
        help="The people of the account read it on every page."
        back={back}
        last={last}
      />
    </div>
  );
}
