import { frameSnippet } from "../../../rules/survey/frame-origins";
import { href } from "../../href";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Snippet } from "../../kit/ui/snippet";

type EmbedCardProps = { uuid: string; title: string; address: string; origins: readonly string[] };

/** The survey in the pages of other sites, and on a tablet that many people use. */
export function EmbedCard({ uuid, title, address, origins }: EmbedCardProps) {
  return (
    <Card label="Your site and tablets" padded>
      <h2 className="font-semibold">In your site</h2>
      {origins.length > 0 ? (
        <>
          <p className="mt-1 mb-3 text-quiet wrap-anywhere">
            People answer inside a page of {origins.join(", ")}. It needs no script and no cookies.
          </p>
          <Snippet id="survey-frame" label="Code for your page" text={frameSnippet(address, title)} />
        </>
      ) : (
        <p className="mt-1 text-quiet">
          No site can show this survey inside its pages.{" "}
          <Link className="link" to={href("/survey/:uuid/settings", { uuid })}>
            Name your site in the settings
          </Link>{" "}
          to get the code for it.
        </p>
      )}
      <h2 className="mt-5 font-semibold">On a shared tablet</h2>
      <p className="mt-1 mb-3 text-quiet">
        Open this address on a tablet at your counter. After each response, and when someone leaves without finishing,
        it goes back to the start.
      </p>
      <Snippet id="survey-kiosk" label="Address for the tablet" text={`${address}?kiosk=1`} rows={2} />
    </Card>
  );
}
