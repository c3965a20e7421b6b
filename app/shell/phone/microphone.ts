/** Whether the microphone can be used: `prompt` is a browser that will ask. */
export type MicrophoneState = "unknown" | "prompt" | "granted" | "denied" | "missing";

/** A device that somebody chose: its id changes with the site's data, its label stays. */
export type ChosenDevice = { id: string; label: string };
export type DeviceKind = "audioinput" | "audiooutput" | "ring";
export type Devices = {
  chosen: Partial<Record<DeviceKind, ChosenDevice>>;
  inputs: ChosenDevice[];
  outputs: ChosenDevice[];
};

const remembered = "phone.devices";

/** What was chosen in this browser. No secret, and nothing of a call. */
export function readChosen(storage: Pick<Storage, "getItem"> = localStorage): Devices["chosen"] {
  try {
    const read = JSON.parse(storage.getItem(remembered) ?? "{}") as Record<string, unknown>;
    const known = (["audioinput", "audiooutput", "ring"] as const).flatMap((kind) => {
      const { id, label } = (read[kind] ?? {}) as Partial<ChosenDevice>;
      return typeof id === "string" && typeof label === "string" ? [[kind, { id, label }] as const] : [];
    });
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

export function writeChosen(chosen: Devices["chosen"], storage: Pick<Storage, "setItem"> = localStorage): void {
  try {
    storage.setItem(remembered, JSON.stringify(chosen));
  } catch {
    // A browser without storage: it is chosen for this page.
  }
}

/** The device that was chosen, among those that are there: by its id, else by its name. */
export function findDevice(chosen: ChosenDevice | undefined, there: readonly ChosenDevice[]): ChosenDevice | undefined {
  if (!chosen) return undefined;
  return there.find(({ id }) => id === chosen.id) ?? there.find(({ label }) => label !== "" && label === chosen.label);
}

/** The devices that are plugged in; without permission the browser tells no names. */
export async function listDevices(): Promise<Pick<Devices, "inputs" | "outputs">> {
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const of = (kind: MediaDeviceKind) =>
    all.filter((one) => one.kind === kind && one.deviceId !== "").map(({ deviceId: id, label }) => ({ id, label }));
  return { inputs: of("audioinput"), outputs: of("audiooutput") };
}

/** What the browser would answer, without asking the person. */
export async function microphonePermission(onChange: (state: MicrophoneState) => void): Promise<MicrophoneState> {
  if (!navigator.mediaDevices) return "missing";
  try {
    const status = await navigator.permissions.query({ name: "microphone" as PermissionName });
    status.onchange = () => onChange(status.state);
    return status.state;
  } catch {
    return "unknown";
  }
}

export type MicrophoneAnswer = { stream: MediaStream } | { refused: Extract<MicrophoneState, "denied" | "missing"> };

/** Opens the microphone; a chosen one that is gone gives way to the system's. */
export async function openMicrophone(device?: ChosenDevice): Promise<MicrophoneAnswer> {
  const audio = {
    echoCancellation: true,
    autoGainControl: true,
    noiseSuppression: true,
    ...(device ? { deviceId: { ideal: device.id } } : {}),
  };
  if (!navigator.mediaDevices) return { refused: "missing" };
  try {
    return { stream: await navigator.mediaDevices.getUserMedia({ audio, video: false }) };
  } catch (error) {
    const refused = error instanceof DOMException && error.name === "NotAllowedError";
    return { refused: refused ? "denied" : "missing" };
  }
}

export function closeMicrophone(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
