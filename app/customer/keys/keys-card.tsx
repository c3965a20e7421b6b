import { Form, useNavigation } from "@remix-run/react";
import { showPhone } from "../../../rules/phone";
import type { CustomerLink } from "../../../services/crm/contract.customers";
import type { CustomerKey } from "../../kit/customer/load.server";
import { DateTime } from "../../kit/date-time";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { TextInput } from "../../kit/ui/field";

const shownKey = (key: string) => (key.includes("@") ? key : showPhone(key));

type KeysCardProps = {
  keys: readonly CustomerKey[];
  apart: readonly { key: string; link: CustomerLink | undefined }[];
  zone: string;
  last: LastPost;
};

/** The numbers and addresses of a customer: how each is known to be theirs, what is set apart, and a form to join one. */
export function KeysCard({ keys, apart, zone, last }: KeysCardProps) {
  const point = keys[0]?.key ?? "";
  return (
    <Card label="Numbers and addresses">
      <CardHead title="Numbers and addresses" />
      <ul className="divide-y divide-line">
        {keys.map((one, at) => (
          <KeyLine key={one.key} customerKey={one} point={at === 0 ? undefined : point} zone={zone} />
        ))}
      </ul>
      {apart.length > 0 && (
        <>
          <h3 className="border-t border-line px-4 pt-3 text-sm font-medium">Of another customer</h3>
          <ul>
            {apart.map(({ key, link }) => (
              <li key={key} className="grid gap-1 px-4 py-2">
                <span className="wrap-anywhere">{shownKey(key)}</span>
                {link && <LinkLine link={link} shown={shownKey(key)} zone={zone} />}
              </li>
            ))}
          </ul>
        </>
      )}
      <JoinForm key={keys.length} point={point} last={last} />
    </Card>
  );
}

/** @param point the first number or address of the customer, where this is another one */
function KeyLine({
  customerKey: { key, parts, link },
  point,
  zone,
}: {
  customerKey: CustomerKey;
  point: string | undefined;
  zone: string;
}) {
  const shown = shownKey(key);
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <span className="wrap-anywhere">{shown}</span>
      {link && <LinkLine link={link} shown={shown} zone={zone} />}
      {!link && point !== undefined && parts.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
          <span>Known from {parts.join(", ")}</span>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="point" value={point} />
            <input type="hidden" name="apart" value={key} />
            <Button name="intent" value="part" aria-label={`Not theirs: ${shown}`}>
              Not theirs
            </Button>
          </Form>
        </div>
      )}
    </li>
  );
}

function LinkLine({ link, shown, zone }: { link: CustomerLink; shown: string; zone: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
      <span>
        {link.relation === "same" ? "Joined" : "Set apart"}
        {link.by && ` by ${link.by}`}, <DateTime at={link.at} zone={zone} />
      </span>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="link" value={link.id} />
        <Button name="intent" value="undo" aria-label={`Take back: ${shown}`}>
          Take back
        </Button>
      </Form>
    </div>
  );
}

function JoinForm({ point, last }: { point: string; last: LastPost }) {
  const { state, formData } = useNavigation();
  const errors = fieldErrors(last).other ?? [];
  return (
    <details className="border-t border-line px-4 py-3" open={errors.length > 0}>
      <summary className="link inline-block min-h-6 cursor-pointer">Join another number or address</summary>
      <Form method="post" className="grid gap-3 pt-3" preventScrollReset>
        <input type="hidden" name="point" value={point} />
        <TextInput
          id="customer-other"
          name="other"
          label="Also of this customer"
          autoComplete="off"
          maxLength={254}
          defaultValue={typedValue(last, "other") ?? ""}
          help="A phone number or an email address. Everything about it is shown here too."
          errors={errors}
        />
        <div>
          <Button name="intent" value="join" working={state !== "idle" && formData?.get("intent") === "join"}>
            Join
          </Button>
        </div>
      </Form>
    </details>
  );
}
