import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Snippet } from "../../kit/ui/snippet";

type AddressCardsProps = {
  /** The address that was made just now; it is shown once. */
  made: string | undefined;
  /** Whether there is one, since when, and when a program last read it. */
  state: { on: boolean; created_at: string | null; read_at: string | null };
  zone: string;
  /** What whoever has it can read. */
  what: string;
  /** Under the address: how it is used. */
  children: ReactNode;
};

/** An address that is a secret: the new one, whether there is one, and the buttons that make and end it. */
export function AddressCards({ made, state: { on, created_at, read_at }, zone, what, children }: AddressCardsProps) {
  const working = useNavigation().state !== "idle";
  return (
    <>
      {made !== undefined && (
        <Card padded label="New address" className="grid gap-4 md:p-5!">
          <p>This is your address. It is not shown again. Anyone who has it can read {what}, so give it to no one.</p>
          <Snippet id="address" label="Address" text={made} rows={3} />
          {children}
        </Card>
      )}
      <Card padded label="State" className="grid gap-4 md:p-5!">
        {on && created_at ? (
          <p>
            The address was made <DateTime at={created_at} zone={zone} />.{" "}
            {read_at ? (
              <>
                A program last read it <DateTime at={read_at} zone={zone} />.
              </>
            ) : (
              "No program has read it yet."
            )}
          </p>
        ) : (
          <p>There is no address yet.</p>
        )}
        <Form method="post" className="flex flex-wrap gap-2">
          <Button
            name="intent"
            value="renew"
            variant={made === undefined && !on ? "primary" : "secondary"}
            working={working}
          >
            {on ? "Make a new address" : "Make an address"}
          </Button>
          {on && (
            <Button name="intent" value="stop" variant="danger-outline">
              End the address
            </Button>
          )}
        </Form>
        {on && <p className="text-sm text-quiet">With a new address the old one stops working at once.</p>}
      </Card>
    </>
  );
}
