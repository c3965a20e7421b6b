import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";

type PersonFactorProps = {
  person: { id: number; name: string };
  /** Why it can't be turned off by the viewer. */
  why: string | undefined;
};

/** The way back in for a person who lost the phone that makes their codes. */
export function PersonFactor({ person, why }: PersonFactorProps) {
  return (
    <Card label="Two-factor sign-in">
      <div className="flex flex-wrap items-center gap-3 p-5 max-md:p-4">
        <p className="min-w-0 flex-auto basis-72">
          Two-factor sign-in is on. If {person.name} lost their phone and recovery codes, turn it off: they sign in with
          their password only, get an email about it and can set it up again.
        </p>
        {why ? (
          <p className="basis-full text-sm text-quiet">{why}</p>
        ) : (
          <LinkButton to={href("/settings/users/:id/two-factor", { id: person.id })}>
            Turn off two-factor sign-in
          </LinkButton>
        )}
      </div>
    </Card>
  );
}
