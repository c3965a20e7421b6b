import type { ComponentProps } from "react";
import { Card, CardHead } from "../../kit/ui/card";
import { Select } from "../../kit/ui/field";
import { SpeechFields } from "../sounds/speech-fields";

type SoundCardProps = Omit<ComponentProps<typeof SpeechFields>, "optional"> & {
  sounds: readonly { id: number; name: string }[];
  field: { id: string; name: string; defaultValue: string; errors: string[] };
  /** Whether texts can be made into sounds here. */
  isSet: boolean;
};

/** What a robocall plays: a sound of the account, or a text that is spoken and saved as one. */
export function SoundCard({ sounds, field, isSet, ...speech }: SoundCardProps) {
  return (
    <Card label="What they hear">
      <CardHead title="What they hear" />
      <div className="grid gap-5 p-4">
        <Select
          label="Sound"
          empty={sounds.length > 0 ? "Choose a sound" : "No sounds yet"}
          choices={sounds.map(({ id, name }) => ({ value: String(id), label: name }))}
          help={
            isSet
              ? "One of the voice settings, under Call flows. Or type a text below, and leave this as it is."
              : "An mp3. Sounds are added in the voice settings, under Call flows. Texts can't be made into sounds here: no text to speech is set up."
          }
          {...field}
        />
        {isSet && <SpeechFields {...speech} optional />}
        {isSet && <p className="text-sm text-quiet">The text is saved as a sound with the robocall's name.</p>}
      </div>
    </Card>
  );
}
