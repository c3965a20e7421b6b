// /voice/settings/sounds - what callers hear in call flows, robocalls and automatic calls
import { Outlet, useLoaderData } from "@remix-run/react";
import { AudioLines, Plus, Volume2 } from "lucide-react";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";

const path = "/voice/settings/sounds";

export const meta = titled("Sounds of call flows");

export const loader = page(path, async ({ api }) => expectStatus(await api.voice.flowSounds({}), 200).data);

export default function Sounds() {
  const sounds = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Sounds of call flows"
        text="Greetings and menus that callers hear, and what robocalls play."
        back={{ label: "Call flows", to: href("/voice/settings/flows") }}
        actions={
          <>
            <LinkButton to={href("/voice/settings/sounds/spoken")} icon={AudioLines} preventScrollReset>
              Make one from a text
            </LinkButton>
            <LinkButton to={href("/voice/settings/sounds/new")} icon={Plus} variant="primary" preventScrollReset>
              Add a sound
            </LinkButton>
          </>
        }
      />
      <Card label="Sounds" className="max-w-3xl">
        {sounds.length === 0 ? (
          <EmptyState icon={Volume2} title="No sounds yet" text="Add an mp3 of what callers are to hear, or type it." />
        ) : (
          <ul className="divide-y divide-line">
            {sounds.map(({ id, name, words, usedBy }) => (
              <li key={id} className="px-4 py-3">
                <Link
                  className="link font-medium wrap-anywhere"
                  to={href("/voice/settings/sounds/:id", { id })}
                  preventScrollReset
                >
                  {name}
                </Link>
                <p className="text-sm text-quiet wrap-anywhere">
                  {words ? `“${words}”` : "No words written"}, {usedBy.join(", ") || "not used"}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Outlet />
    </>
  );
}
