import { AudioLines } from "lucide-react";
import { speechLimits, speechVoices, voiceWords } from "../../../rules/speech";
import type { SpokenText } from "../../../services/voice/contract.speech";
import { Button } from "../../kit/ui/button";
import { Select, TextArea } from "../../kit/ui/field";
import { SoundPlayer } from "../../kit/ui/sound-player";

type SpeechFieldsProps = {
  typed: { words: string; voice: string };
  errors: Record<string, string[]>;
  /** The sound that was made of what was typed. */
  made: SpokenText | undefined;
  optional?: boolean;
  working: boolean;
};

/** A text with its voice, a button that makes a sound of it, and the sound to listen to. */
export function SpeechFields({ typed, errors, made, optional = false, working }: SpeechFieldsProps) {
  return (
    <>
      <TextArea
        id="words"
        name="words"
        label="Text that is spoken"
        optional={optional}
        rows={4}
        maxLength={speechLimits.characters}
        defaultValue={typed.words}
        errors={errors.words ?? []}
        help={`At most ${speechLimits.characters.toLocaleString("en-GB")} characters. Everyone hears the same.`}
      />
      <Select
        id="voice"
        name="voice"
        label="Voice"
        choices={speechVoices.map(({ id }) => ({ value: id, label: voiceWords(id) }))}
        defaultValue={typed.voice}
        errors={errors.voice ?? []}
      />
      <div>
        <Button name="intent" value="make" icon={AudioLines} working={working}>
          {made ? "Make the sound again" : "Make the sound"}
        </Button>
      </div>
      {made && (
        <section aria-label="The sound" className="grid gap-2">
          <input type="hidden" name="speech_id" value={made.id} />
          <SoundPlayer src={made.url} label="The sound" />
          <p className="text-sm text-quiet wrap-anywhere">
            {made.seconds} s, {voiceWords(made.voice)}: “{made.words}”
          </p>
        </section>
      )}
    </>
  );
}
