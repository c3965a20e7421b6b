// /voice/settings/sounds/:id - a sound that callers hear, to listen to (drawer)

import { useLoaderData } from "@remix-run/react";
import { Pencil, Trash2 } from "lucide-react";
import { voiceWords } from "../../rules/speech";
import { href } from "../href";
import { LinkButton } from "../kit/ui/button";
import { Drawer } from "../kit/ui/drawer";
import { SoundPlayer } from "../kit/ui/sound-player";
import { expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";

const path = "/voice/settings/sounds/:id";

export const loader = page(path, async ({ api, params }) =>
  expectStatus(await api.voice.flowSoundLink({ params: { id: readRecordId(params.id) } }), 200),
);

export default function Sound() {
  const { id, name, words, voice, url, usedBy } = useLoaderData<typeof loader>();
  return (
    <Drawer title={name} close={href("/voice/settings/sounds")}>
      <div className="grid gap-5">
        {words && <p className="wrap-anywhere">{words}</p>}
        <SoundPlayer src={url} label={name} />
        {voice && <p className="text-quiet">Made from its text. {voiceWords(voice)}.</p>}
        {usedBy.length > 0 && <p className="text-quiet">Used by {usedBy.join(", ")}.</p>}
        <div className="flex flex-wrap gap-3">
          {voice && (
            <LinkButton to={href("/voice/settings/sounds/:id/edit", { id })} icon={Pencil} preventScrollReset>
              Change the text
            </LinkButton>
          )}
          {usedBy.length === 0 && (
            <LinkButton to={href("/voice/settings/sounds/:id/delete", { id })} icon={Trash2}>
              Remove the sound
            </LinkButton>
          )}
        </div>
      </div>
    </Drawer>
  );
}
