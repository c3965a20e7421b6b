import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SoundCard } from "../../app/voice/robocalls/sound-card";
import { speechErrors, twoSounds } from "../../app/voice/sounds/speech-form";

test("without text to speech a robocall takes a sound alone, and says why", () => {
  const field = { id: "sound_id", name: "sound_id", defaultValue: "", errors: [] };
  const card = renderToStaticMarkup(
    <SoundCard
      sounds={[{ id: 1, name: "Welcome" }]}
      {...{ field, isSet: false, typed: { words: "", voice: "" }, errors: {}, made: undefined, working: false }}
    />,
  );
  expect(card).toContain("no text to speech is set up");
  expect(card).toContain("Welcome");
  expect(card).not.toContain("<textarea");
});

test("errors of the text are at its field, wherever the service found them", () => {
  expect(speechErrors({ "speech.words": ["a"], name: ["b"] })).toEqual({ words: ["a"], name: ["b"] });
  expect(speechErrors({ "speech.words": ["a"], "speech.speech_id": ["b"] })).toEqual({ words: ["a", "b"] });
  expect(speechErrors({ "speech.voice": ["a"] })).toEqual({ voice: ["a"] });
  expect(twoSounds("sound").errors).toHaveProperty("sound");
});
