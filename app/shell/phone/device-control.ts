import type { CallControl } from "./call-control";
import type { CallEffects } from "./call-effects";
import {
  type ChosenDevice,
  closeMicrophone,
  type DeviceKind,
  findDevice,
  listDevices,
  openMicrophone,
  readChosen,
  writeChosen,
} from "./microphone";
import { phoneStore } from "./phone-store";
import { type createSounds, setSpeaker } from "./sounds";

type DeviceParts = {
  control: Pick<CallControl, "changeMicrophone">;
  effects: Pick<CallEffects, "retap">;
  sounds: Pick<ReturnType<typeof createSounds>, "setSpeaker">;
  voice: HTMLAudioElement;
};

/** The microphone and the speakers: what was chosen, as long as it is plugged in. */
export function createDeviceControl({ control, effects, sounds, voice }: DeviceParts) {
  async function read(): Promise<void> {
    const chosen = readChosen();
    const before = phoneStore.get().devices;
    const there = await listDevices();
    phoneStore.set({ devices: { chosen, ...there } });
    const had = findDevice(before.chosen.audioinput, before.inputs);
    if (had && !findDevice(chosen.audioinput, there.inputs)) {
      phoneStore.notify("warning", "Microphone changed", "The one you chose was unplugged. Another one is used.");
      await applyMicrophone();
    }
    await applySpeakers();
  }
  async function applyMicrophone(): Promise<void> {
    const track = await control.changeMicrophone();
    if (track) await effects.retap(track);
  }
  async function applySpeakers(): Promise<void> {
    const { chosen, outputs } = phoneStore.get().devices;
    await setSpeaker(voice, findDevice(chosen.audiooutput, outputs)?.id ?? "");
    await sounds.setSpeaker(findDevice(chosen.ring ?? chosen.audiooutput, outputs)?.id ?? "");
  }

  return {
    read,
    /** Asks the browser for the microphone, and closes it again. */
    async ask(): Promise<void> {
      const answer = await openMicrophone();
      if ("stream" in answer) closeMicrophone(answer.stream);
      phoneStore.set({ microphone: "stream" in answer ? "granted" : answer.refused });
      await read();
    },
    async choose(kind: DeviceKind, device: ChosenDevice | undefined): Promise<void> {
      const { [kind]: _, ...others } = phoneStore.get().devices.chosen;
      const chosen = device ? { ...others, [kind]: device } : others;
      writeChosen(chosen);
      phoneStore.set({ devices: { ...phoneStore.get().devices, chosen } });
      if (kind === "audioinput") await applyMicrophone();
      else await applySpeakers();
    },
  };
}
