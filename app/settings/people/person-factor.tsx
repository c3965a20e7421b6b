import { Form } from "@remix-run/react";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";

type PersonFactorProps = {
  name: string;
  /** Why it can't be turned off by the viewer. */
  why: string | undefined;
  working: boolean;
};

/** The way back in for a person who lost the phone that makes their codes. */
export function PersonFactor({ name, why, working }: PersonFactorProps) {
  return (
    <Card label="Two-factor sign-in">
      <div className="flex flex-wrap items-center gap-3 p-5 max-md:p-4">
        <p className="min-w-0 flex-auto basis-72">
          Two-factor sign-in is on. If {name} lost their phone and recovery codes, turn it off: they sign in with their
          password only, get an email about it and can set it up again.
        </p>
        <Form method="post">
          <Button name="intent" value="factor" working={working} {...(why ? { disabledReason: why } : {})}>
            Turn off two-factor sign-in
          </Button>
        </Form>
        {why && <p className="basis-full text-sm text-quiet">{why}</p>}
      </div>
    </Card>
  );
}
